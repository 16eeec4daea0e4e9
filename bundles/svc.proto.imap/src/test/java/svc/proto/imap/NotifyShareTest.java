package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.ContainerShares;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.cap.mail.api.MailStore;
import svc.testkit.bundles.BundleServer;

/** Tests NOTIFY for the mailboxes of other users: a guest is notified of what the guest can see. */
class NotifyShareTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private static final String EVENTS = "(MessageNew MessageExpunge FlagChange MailboxName SubscriptionChange)";
    private static final String MESSAGE = ImapClient.message("one");
    private static final String ONE = "{" + MESSAGE.length() + "+}\r\n" + MESSAGE;

    private static int accounts;

    private final String guest = "guest" + ++accounts + "@one.test";
    private final String owner = "owner" + accounts + "@one.test";

    private ImapClient signedIn(String address) throws Exception {
        SERVER.user(address);
        return ImapClient.signedIn(SERVER, address);
    }

    @Test
    void followsASharedMailboxUntilTheShareEnds() throws Exception {
        try (ImapClient bob = signedIn(owner);
                ImapClient ann = signedIn(guest)) {
            bob.ok("CREATE Open");
            bob.ok("CREATE Closed");
            ann.ok("NOTIFY SET (SUBTREE Shared " + EVENTS + ") (MAILBOXES Marker (MailboxName))");
            bob.ok("APPEND Open " + ONE);
            bob.ok("SETACL Open " + guest + " lr");
            assertThat(ann.awaited(SERVER)).startsWith("* LIST (\\NonExistent \\HasChildren) \"/\" Shared/" + owner);
            assertThat(ann.response())
                    .endsWith(" \"/\" Shared/" + owner + "/Open")
                    .doesNotContain("NonExistent");
            assertThat(ann.response()).startsWith("* STATUS Shared/" + owner + "/Open (MESSAGES 1 UIDNEXT 2 ");
            bob.ok("APPEND Closed " + ONE);
            bob.ok("APPEND Open " + ONE);
            assertThat(ann.awaited(SERVER))
                    .isEqualTo("* STATUS Shared/" + owner + "/Open (MESSAGES 2 UIDNEXT 3 UNSEEN 2)");
            ann.ok("SUBSCRIBE Shared/" + owner + "/Open");
            bob.ok("DELETEACL Open " + guest);
            assertThat(ann.awaited(SERVER)).startsWith("* LIST (\\NonExistent) \"/\" Shared/" + owner);
            assertThat(ann.response()).isEqualTo("* LIST (\\NonExistent) \"/\" Shared/" + owner + "/Open");
            bob.ok("APPEND Open " + ONE);
            try (ImapClient other = signedIn(guest)) {
                other.ok("CREATE Marker");
            }
            assertThat(ann.awaited(SERVER)).endsWith(" Marker");
            bob.ok("SETACL Open " + guest + " lr");
            assertThat(ann.awaited(SERVER)).startsWith("* LIST (\\NonExistent \\HasChildren)");
            assertThat(ann.response()).endsWith("/Open");
            assertThat(ann.response()).contains("/Open (MESSAGES 3 UIDNEXT 4 ");
        }
    }

    @Test
    void endsTheConnectionWhenTheShareOfTheSelectedMailboxEnds() throws Exception {
        try (ImapClient bob = signedIn(owner);
                ImapClient ann = signedIn(guest)) {
            bob.ok("CREATE Open");
            bob.ok("SETACL Open " + guest + " lr");
            ann.ok("SELECT Shared/" + owner + "/Open");
            ann.ok("NOTIFY SET (SELECTED (MessageNew (BODY.PEEK[]) MessageExpunge))");
            bob.ok("APPEND Open " + ONE);
            assertThat(ann.awaited(SERVER)).isEqualTo("* 1 EXISTS");
            assertThat(ann.response()).contains("Text of one.");
            bob.ok("DELETEACL Open " + guest);
            bob.ok("APPEND Open " + ONE);
            assertThat(ann.awaited(SERVER)).startsWith("* BYE [NONEXISTENT]");
        }
    }

    @Test
    void mailboxWithoutTheRightToListIsIgnored() throws Exception {
        try (ImapClient bob = signedIn(owner);
                ImapClient ann = signedIn(guest)) {
            bob.ok("CREATE Drop");
            bob.ok("CREATE Drop/Below");
            bob.ok("SETACL Drop/Below " + guest + " lr");
            bob.ok("SETACL Drop " + guest + " lri");
            String below = "Shared/" + owner + "/Drop/Below";
            assertThat(ann.ok("NOTIFY SET STATUS (MAILBOXES " + below + " " + EVENTS + ")"))
                    .hasSize(1);
            giveOnly("mayAddItems", bob.ok("STATUS Drop (MAILBOXID)").get(0));
            assertThat(ann.awaited(SERVER)).endsWith(" Shared/" + owner + "/Below (\"OLDNAME\" (" + below + "))");
            String drop = "Shared/" + owner + "/Drop";
            assertThat(ann.ok("LIST \"\" Shared/%/* RETURN (MYRIGHTS STATUS (MESSAGES))"))
                    .containsExactly(
                            "* LIST (\\HasNoChildren) \"/\" Shared/" + owner + "/Below",
                            "* MYRIGHTS Shared/" + owner + "/Below lr",
                            "* STATUS Shared/" + owner + "/Below (MESSAGES 0)");
            assertThat(ann.ok("NOTIFY SET STATUS (MAILBOXES " + drop + " " + EVENTS + ")"))
                    .as("RFC 5465 §3.1: the server ignores it")
                    .isEmpty();
            for (String command : List.of("SELECT ", "MYRIGHTS ", "DELETE ")) {
                assertThat(ann.ask(command + drop)).startsWith("NO [NONEXISTENT]");
            }
            bob.ok("APPEND Drop " + ONE);
            SERVER.advance(Duration.ofSeconds(2));
            assertThat(ann.ok("NOOP")).isEmpty();
        }
    }

    /** Gives the guest one right, as another bundle can, but neither clients of JMAP nor of IMAP. */
    private void giveOnly(String right, String status) {
        BundleServer bundles = SERVER.bundles();
        String id = status.replaceAll(".*MAILBOXID \\((\\w+)\\).*", "$1");
        ContainerShares.Container container = new ContainerShares.Container(
                SERVER.user(owner).who().account(),
                MailStore.MAILBOX_TYPE,
                ObjectId.parse(id.charAt(0), id).orElseThrow(),
                Set.of(MailStore.CAPABILITY));
        bundles.store().write(Scope.account(new ScopeKey(), container.owner().n()), tx -> {
            bundles.directory()
                    .share(
                            tx,
                            container,
                            Map.of(
                                    SERVER.user(guest).who().account().id(),
                                    new ContainerShares.Share(Access.WRITE, Set.of(right))));
            return tx;
        });
    }

    @Test
    void namesOfUnsharedMailboxesAreIgnored() throws Exception {
        try (ImapClient bob = signedIn(owner);
                ImapClient ann = signedIn(guest)) {
            bob.ok("CREATE Closed");
            assertThat(ann.ok("NOTIFY SET STATUS (MAILBOXES (Shared/" + owner + "/Closed Shared/" + owner + "/None) "
                            + EVENTS + ")"))
                    .isEmpty();
            bob.ok("APPEND Closed " + ONE);
            bob.ok("RENAME Closed Renamed");
            assertThat(ann.ok("NOOP")).isEmpty();
            SERVER.advance(Duration.ofSeconds(2));
            assertThat(ann.ok("NOOP")).isEmpty();
        }
    }

    @Test
    void usersOfAnotherOrganizationAreNotNotified() throws Exception {
        try (ImapClient bob = signedIn(owner);
                ImapClient eve = signedIn("eve" + accounts + "@two.test")) {
            bob.ok("CREATE Open");
            eve.ok("NOTIFY SET (SUBTREE Shared " + EVENTS + ") (MAILBOXES Shared/" + owner + "/Open " + EVENTS + ")");
            assertThat(bob.ask("SETACL Open eve" + accounts + "@two.test lr")).startsWith("NO");
            bob.ok("APPEND Open " + ONE);
            bob.ok("DELETE Open");
            SERVER.advance(Duration.ofSeconds(2));
            assertThat(eve.ok("NOOP")).isEmpty();
        }
    }
}
