package svc.proto.imap.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Access;
import svc.api.jmap.Capability;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.cap.mail.api.AnnotationStore.Annotated;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailServices;
import svc.testkit.ForwardingStore;
import svc.testkit.bundles.BundleServer;

/** Bob shares one of his mailboxes with Ann, who must not learn of the others (RFC 4314, RFC 9670). */
final class SharedMailboxTest {

    private static final String PRINCIPALS = "urn:ietf:params:jmap:principals";

    @RegisterExtension
    static final BundleServer SERVER =
            BundleServer.withMailStorage().providing(Capability.class, directory -> () -> PRINCIPALS);

    private static final AtomicInteger USERS = new AtomicInteger();

    private MailboxSession ann;
    private MailboxSession bob;
    private String annAddress;
    private String root;

    @BeforeEach
    void share() {
        String domain = "d" + USERS.incrementAndGet() + ".test";
        annAddress = "ann@" + domain;
        ann = new MailboxSession(SERVER, annAddress);
        bob = new MailboxSession(SERVER, "bob@" + domain);
        root = "Shared/bob@" + domain;
        bob.ok("CREATE Secret/Open");
        bob.ok("CREATE Secret/Hidden");
        bob.fill(bob.id("Secret/Open"), 2);
    }

    private void share(String rights) {
        bob.ok("SETACL Secret/Open " + annAddress + " " + rights);
    }

    /** Returns the accounts that are read to find a mailbox. */
    private Set<Scope> accountsReadFor(String name) {
        Set<Scope> accounts = new HashSet<>();
        MailServices all = ann.access.services();
        Store store = new ForwardingStore(all.store()) {
            @Override
            public <R> R read(Scope scope, SnapshotCallback<R> work) {
                accounts.add(scope);
                return super.read(scope, work);
            }
        };
        MailServices services = new MailServices(
                store,
                all.directory(),
                all.mail(),
                all.uids(),
                all.annotations(),
                all.jmap(),
                all.json(),
                all.blobs(),
                all.search(),
                all.clock(),
                all.maintenance());
        MailAccess access = ann.access;
        assertThat(MailboxNames.read(new MailAccess(services, access.caller(), access.account(), access.scope()), name)
                        .find(name))
                .isPresent();
        return accounts;
    }

    @Test
    void onlyTheAccountsOfTheNameAreRead() {
        MailboxSession eve = new MailboxSession(SERVER, "eve@" + annAddress.substring(4));
        eve.ok("SETACL INBOX " + annAddress + " lr");
        share("lr");
        assertThat(accountsReadFor("inbox")).containsExactly(ann.access.scope());
        assertThat(accountsReadFor(root + "/Open")).containsExactlyInAnyOrder(ann.access.scope(), bob.access.scope());
    }

    @Test
    void guestSeesTheSharedMailboxOnly() {
        assertThat(ann.names("Shared*")).isEmpty();
        share("lr");
        assertThat(ann.ok("LIST \"\" Shared*"))
                .containsExactly(
                        "LIST (\\Noselect \\HasChildren) \"/\" Shared",
                        "LIST (\\Noselect \\HasChildren) \"/\" " + root,
                        "LIST (\\HasNoChildren) \"/\" " + root + "/Open");
        assertThat(ann.ok("LIST () \"\" Shared/%").get(0)).startsWith("LIST (\\Noselect \\NonExistent \\HasChildren)");
        assertThat(ann.ok("LIST (SUBSCRIBED) \"\" Shared*"))
                .containsExactly("LIST (\\Subscribed \\HasNoChildren) \"/\" " + root + "/Open");
        assertThat(ann.ok("LIST (SUBSCRIBED RECURSIVEMATCH) \"\" Shared"))
                .containsExactly("LIST (\\Noselect \\NonExistent \\HasChildren) \"/\" Shared"
                        + " (\"CHILDINFO\" (\"SUBSCRIBED\"))");
        assertThat(ann.ok("STATUS " + root + "/Open (MESSAGES UNSEEN)"))
                .containsExactly("STATUS " + root + "/Open (MESSAGES 2 UNSEEN 2)");
        for (String hidden : List.of("Secret", "Hidden", "INBOX", "Secret/Open")) {
            String name = root + "/" + hidden;
            for (String command : List.of(
                    "STATUS " + name + " (MESSAGES)",
                    "DELETE " + name,
                    "RENAME " + name + " x",
                    "SUBSCRIBE " + name,
                    "MYRIGHTS " + name,
                    "GETACL " + name)) {
                assertThat(ann.result(command)).as(command).isEqualTo("NO [NONEXISTENT]");
            }
        }
        bob.ok("DELETEACL Secret/Open " + annAddress);
        assertThat(ann.names("Shared*")).isEmpty();
    }

    @Test
    void guestWithoutRightsChangesNothing() {
        share("lr");
        String open = root + "/Open";
        assertThat(ann.ok("MYRIGHTS " + open)).containsExactly("MYRIGHTS " + open + " lr");
        assertThat(ann.result("DELETE " + open)).isEqualTo("NO [NOPERM]");
        assertThat(ann.result("CREATE " + open + "/x")).isEqualTo("NO [NOPERM]");
        assertThat(ann.result("CREATE " + root + "/x")).isEqualTo("NO [NOPERM]");
        assertThat(ann.result("CREATE " + root + "/Secret"))
                .as("as for a free name")
                .isEqualTo("NO [NOPERM]");
        assertThat(ann.result("CREATE Shared/else@x.test/x")).isEqualTo("NO [NOPERM]");
        assertThat(ann.result("RENAME " + open + " " + root + "/Other")).isEqualTo("NO [NOPERM]");
        assertThat(ann.result("RENAME " + open + " Mine")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("RENAME Trash " + open + "/x")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("RENAME INBOX " + open + "/x")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("GETACL " + open)).isEqualTo("NO [NOPERM]");
        assertThat(ann.result("SETACL " + open + " " + annAddress + " +a")).isEqualTo("NO [NOPERM]");
        assertThat(ann.ok("GETQUOTAROOT " + open)).containsExactly("QUOTAROOT " + open);
    }

    @Test
    void guestSharesTheMailboxWithOwnRights() {
        share("lrsa");
        String open = root + "/Open";
        String bobAddress = root.substring("Shared/".length());
        String eveAddress = "eve@" + annAddress.substring(4);
        MailboxSession eve = new MailboxSession(SERVER, eveAddress);
        assertThat(ann.ok("MYRIGHTS " + open)).containsExactly("MYRIGHTS " + open + " lrsa");
        assertThat(ann.ok("GETACL " + open))
                .containsExactly(
                        "ACL " + open + " " + bobAddress + " " + MailboxRights.ALL + " " + annAddress + " lrsa");
        assertThat(ann.ok("LISTRIGHTS " + open + " " + eveAddress))
                .containsExactly("LISTRIGHTS " + open + " " + eveAddress + " \"\" lr s a");
        assertThat(ann.result("SETACL " + open + " " + eveAddress + " lrw")).isEqualTo("NO [NOPERM]");
        ann.ok("SETACL " + open + " " + eveAddress + " lrs");
        assertThat(eve.ok("MYRIGHTS " + open)).containsExactly("MYRIGHTS " + open + " lrs");
        assertThat(eve.result("GETACL " + open)).isEqualTo("NO [NOPERM]");
        assertThat(eve.result("SETACL " + open + " " + eveAddress + " +a")).isEqualTo("NO [NOPERM]");
        assertThat(bob.ok("GETACL Secret/Open").get(0)).contains(annAddress + " lrsa", eveAddress + " lrs");
        ann.ok("DELETEACL " + open + " " + eveAddress);
        assertThat(eve.names("Shared*")).isEmpty();
        assertThat(ann.result("DELETEACL " + open + " " + bobAddress))
                .as("the owner has all rights")
                .isIn("OK", "NO [CANNOT]");
        assertThat(bob.ok("GETACL Secret/Open").get(0)).endsWith(" " + annAddress + " lrsa");
    }

    @Test
    void annotationsOfAGuestEndWithTheAccess() {
        bob.ok("CREATE Other");
        bob.ok("CREATE Third");
        share("lr");
        for (String name : List.of("Other", "Third")) {
            bob.ok("SETACL " + name + " " + annAddress + " lr");
            ann.ok("SETMETADATA " + root + "/" + name + " (/private/comment \"x\")");
        }
        ann.ok("SETMETADATA " + root + "/Open (/private/comment \"x\")");
        ann.ok("SETMETADATA INBOX (/private/comment \"x\")");
        ann.ok("LIST \"\" *");
        assertThat(annotatedByAnn()).hasSize(4);
        bob.ok("DELETE Other");
        bob.ok("DELETEACL Secret/Open " + annAddress);
        ann.ok("LIST \"\" *");
        assertThat(annotatedByAnn())
                .extracting(Annotated::owner)
                .containsExactlyInAnyOrder(0L, bob.user.who().account().n());
        assertThat(ann.ok("GETMETADATA " + root + "/Third /private/comment")).hasSize(1);
        bob.ok("DELETEACL Third " + annAddress);
        ann.ok("LIST \"\" %");
        assertThat(annotatedByAnn()).as("no mailbox is shared any more").hasSize(1);
    }

    private Set<Annotated> annotatedByAnn() {
        return ann.access
                .read(snapshot -> ann.access.services().annotations().digests(snapshot))
                .keySet();
    }

    @Test
    void guestSubscribesWithoutOtherRights() {
        share("lr");
        ann.ok("UNSUBSCRIBE " + root + "/Open");
        assertThat(ann.ok("LSUB \"\" Shared*")).isEmpty();
        ann.ok("SUBSCRIBE " + root + "/Open");
        assertThat(ann.ok("LSUB \"\" Shared*")).containsExactly("LSUB () \"/\" " + root + "/Open");
        assertThat(ann.ok("LSUB \"\" Shared/%")).containsExactly("LSUB (\\Noselect) \"/\" " + root);
    }

    @Test
    void guestChangesMailboxesAsTheRightsPermit() {
        share("lrswikxte");
        String open = root + "/Open";
        assertThat(ann.ok("MYRIGHTS " + open)).containsExactly("MYRIGHTS " + open + " lrswikxtecd");
        ann.ok("CREATE " + open + "/a/b");
        assertThat(bob.names("Secret/Open*")).containsExactly("Secret/Open", "Secret/Open/a", "Secret/Open/a/b");
        assertThat(ann.names(open + "/*")).as("the guest keeps the rights").hasSize(2);
        ann.ok("RENAME " + open + " " + root + "/Renamed");
        assertThat(bob.names("Secret/R%")).containsExactly("Secret/Renamed");
        assertThat(ann.result("RENAME " + root + "/Renamed " + root + "/Hidden"))
                .as("a hidden mailbox has the name")
                .isEqualTo("NO [CANNOT]");
        ann.ok("DELETE " + root + "/Renamed/a/b");
        assertThat(bob.names("Secret/Renamed*")).hasSize(2);
        assertThat(ann.ok("LIST (SPECIAL-USE) \"\" Shared*")).isEmpty();
    }

    @Test
    void guestWithAllMailSeesTheInboxAsINBOX() {
        SERVER.share(bob.user.who(), ann.user.who(), "urn:ietf:params:jmap:mail", Access.READ);
        assertThat(ann.names(root + "/I*")).containsExactly(root + "/INBOX");
        assertThat(ann.ok("MYRIGHTS " + root + "/INBOX")).containsExactly("MYRIGHTS " + root + "/INBOX lr");
        assertThat(ann.result("RENAME " + root + "/INBOX " + root + "/x")).isEqualTo("NO [NOPERM]");
        assertThat(ann.result("DELETE " + root + "/INBOX")).isEqualTo("NO [CANNOT]");
        assertThat(ann.ok("LIST \"\" " + root + "/Sent"))
                .as("special uses are those of the owner")
                .containsExactly("LIST (\\HasNoChildren) \"/\" " + root + "/Sent");
    }
}
