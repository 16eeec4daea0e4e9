package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests commands by which a client removes, renames or loses the mailbox that it has selected. */
class OwnSelectionTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private final String ann = SERVER.newAccount();

    private static void assertDeselected(ImapClient client, String command) throws Exception {
        List<String> responses = client.all(command);
        assertThat(responses).hasSize(2);
        assertThat(responses.get(0)).startsWith("* OK [CLOSED] ");
        assertThat(responses.get(1)).startsWith("OK ");
        assertThat(client.ask("FETCH 1 FLAGS")).startsWith("BAD Select a mailbox");
        client.ok("SELECT INBOX");
    }

    @Test
    void deletesTheSelectedMailboxAndRemainsSignedIn() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann);
                ImapClient other = ImapClient.signedIn(SERVER, ann)) {
            client.ok("CREATE box");
            assertThat(client.append("box", "", ImapClient.message("x"))).startsWith("OK");
            client.ok("SELECT box");
            other.ok("SELECT box");
            client.ok("NOTIFY SET (PERSONAL (MessageNew MessageExpunge FlagChange MailboxName))");
            assertDeselected(client, "DELETE box");
            assertThat(other.all("NOOP").get(0)).startsWith("* BYE ");
        }
    }

    @Test
    void deletingAnotherMailboxKeepsTheSelection() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 1)) {
            client.ok("CREATE box");
            assertThat(client.ok("DELETE box")).isEmpty();
            assertThat(client.ask("DELETE missing")).startsWith("NO [NONEXISTENT]");
            assertThat(client.ok("FETCH 1 UID")).containsExactly("* 1 FETCH (UID 1)");
        }
    }

    @Test
    void renamesTheSelectedMailbox() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.ok("CREATE old");
            client.ok("SELECT old");
            assertThat(client.ok("RENAME old new/below")).isEmpty();
            assertThat(client.append("new/below", "", ImapClient.message("x"))).startsWith("OK");
            assertThat(client.ok("NOOP")).isEmpty();
            assertThat(client.ok("FETCH 1 UID")).containsExactly("* 1 FETCH (UID 1)");
        }
    }

    @Test
    void renamesTheSelectedInbox() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 2)) {
            assertThat(client.ok("RENAME INBOX all")).containsExactly("* 2 EXPUNGE", "* 1 EXPUNGE");
            assertThat(client.ok("NOOP")).isEmpty();
            assertThat(client.ok("STATUS all (MESSAGES)")).containsExactly("* STATUS all (MESSAGES 2)");
        }
    }

    @Test
    void guestDeletesTheSelectedMailboxOrEndsTheOwnAccess() throws Exception {
        String guest = SERVER.newAccount();
        try (ImapClient bob = ImapClient.signedIn(SERVER, ann);
                ImapClient eva = ImapClient.signedIn(SERVER, guest)) {
            for (String name : List.of("One", "Two", "Three")) {
                bob.ok("CREATE " + name);
                bob.ok("SETACL " + name + " " + guest + " lrswikxtea");
            }
            String shared = "Shared/" + ann + "/";
            eva.ok("SELECT " + shared + "One");
            assertDeselected(eva, "DELETE " + shared + "One");
            eva.ok("SELECT " + shared + "Two");
            assertDeselected(eva, "DELETEACL " + shared + "Two " + guest);
            eva.ok("SELECT " + shared + "Three");
            assertDeselected(eva, "SETACL " + shared + "Three " + guest + " -w");
            eva.ok("SELECT " + shared + "Three");
            assertThat(eva.ok("SETACL " + shared + "Three " + guest + " -w")).isEmpty();
            assertThat(eva.ask("NOOP")).startsWith("OK");
        }
    }
}
