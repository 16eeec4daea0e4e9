package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Eventually;

/** Tests the states of a connection, SELECT and EXAMINE, and the ends of a session. */
class SessionTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private final String ann = SERVER.newAccount();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT INBOX",
                "EXAMINE INBOX",
                "LIST \"\" *",
                "STATUS INBOX (MESSAGES)",
                "IDLE",
                "ENABLE QRESYNC",
                "CREATE x",
                "NAMESPACE",
                "UNAUTHENTICATE",
                "FETCH 1 FLAGS",
                "CLOSE",
                "EXPUNGE",
                "APPEND INBOX {3+}\r\nabc"
            })
    void refusesCommandsBeforeTheSignIn(String command) throws Exception {
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            assertThat(client.ask(command)).matches("(BAD|NO) .*");
            assertThat(client.ask("NOOP")).startsWith("OK");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FETCH 1 FLAGS", "UID FETCH 1 FLAGS", "STORE 1 +FLAGS (\\Seen)", "COPY 1 Trash", "MOVE 1 Trash",
                        "EXPUNGE",
                "UID EXPUNGE 1", "SEARCH ALL", "SORT (DATE) UTF-8 ALL", "THREAD REFERENCES UTF-8 ALL", "CLOSE",
                        "UNSELECT",
                "CHECK"
            })
    void refusesCommandsWithoutASelectedMailbox(String command) throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            assertThat(client.ask(command)).startsWith("BAD Select a mailbox");
        }
    }

    @Test
    void describesTheSelectedMailbox() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann).fill(3)) {
            client.ok("SELECT INBOX");
            client.ok("STORE 1 +FLAGS (\\Seen $Forwarded)");
            List<String> responses = client.all("SELECT INBOX");
            assertThat(responses.get(0)).startsWith("* OK [CLOSED]");
            assertThat(responses).last().asString().startsWith("OK [READ-WRITE]");
            assertThat(responses)
                    .contains("* 3 EXISTS", "* 0 RECENT")
                    .anyMatch(one -> one.startsWith("* FLAGS (") && one.contains("$forwarded"))
                    .anyMatch(one -> one.startsWith("* OK [UNSEEN 2]"))
                    .anyMatch(one -> one.startsWith("* OK [UIDNEXT 4]"))
                    .anyMatch(one -> one.matches("\\* OK \\[UIDVALIDITY [1-9]\\d*\\].*"))
                    .anyMatch(one -> one.startsWith("* OK [PERMANENTFLAGS (") && one.contains("\\*)]"))
                    .anyMatch(one -> one.matches("\\* OK \\[HIGHESTMODSEQ [1-9]\\d*\\].*"));
        }
    }

    @Test
    void examineRefusesChanges() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann).fill(1)) {
            List<String> responses = client.all("EXAMINE INBOX");
            assertThat(responses).last().asString().startsWith("OK [READ-ONLY]");
            assertThat(responses).anyMatch(one -> one.startsWith("* OK [PERMANENTFLAGS ()]"));
            assertThat(client.ask("STORE 1 +FLAGS (\\Deleted)")).startsWith("NO");
            assertThat(client.ask("MOVE 1 Trash")).startsWith("NO");
            assertThat(client.ask("EXPUNGE")).startsWith("NO");
            assertThat(client.ok("FETCH 1 BODY[TEXT]")).hasSize(1);
            assertThat(client.ok("FETCH 1 FLAGS")).containsExactly("* 1 FETCH (FLAGS ())");
            assertThat(client.ask("COPY 1 Trash")).startsWith("OK [COPYUID");
        }
    }

    @Test
    void closeRemovesMessagesAndUnselectDoesNot() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann).fill(2)) {
            client.ok("SELECT INBOX");
            client.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
            client.ok("UNSELECT");
            assertThat(client.ask("CLOSE")).startsWith("BAD");
            client.ok("EXAMINE INBOX");
            assertThat(client.ok("CLOSE")).isEmpty();
            assertThat(client.ok("SELECT INBOX")).contains("* 2 EXISTS");
            assertThat(client.ok("CLOSE")).isEmpty();
            assertThat(client.ok("SELECT INBOX")).contains("* 1 EXISTS");
        }
    }

    @Test
    void aFailedSelectLeavesNoMailboxSelected() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            assertThat(client.ask("SELECT missing")).startsWith("NO [NONEXISTENT]");
            assertThat(client.ask("FETCH 1 FLAGS")).startsWith("BAD");
        }
    }

    @Test
    void executesPipelinedCommandsInOrder() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann).fill(1)) {
            client.ok("NOOP");
            StringBuilder commands = new StringBuilder();
            for (int i = 0; i < 30; i++) {
                commands.append("p")
                        .append(i)
                        .append(i % 2 == 0 ? " STORE 1 +FLAGS (k" + i + ")\r\n" : " FETCH 1 FLAGS\r\n");
            }
            client.send(commands.toString());
            for (int i = 0; i < 30; i++) {
                List<String> responses = client.end("p" + i);
                assertThat(responses).last().asString().startsWith("OK");
                assertThat(responses.get(0)).contains("k" + (i - i % 2));
            }
        }
    }

    @Test
    void endsTheSessionWhoseMailboxIsDeleted() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann);
                ImapClient idling = ImapClient.signedIn(SERVER, ann)) {
            other.ok("CREATE box");
            client.ok("SELECT box");
            idling.ok("SELECT box");
            idling.idle();
            other.ok("DELETE box");
            client.begin("NOOP");
            assertThat(client.response()).startsWith("* BYE ");
            assertThat(client.response()).isEqualTo(ImapClient.END);
            assertThat(idling.awaited(SERVER)).startsWith("* BYE ");
            assertThat(idling.response()).isEqualTo(ImapClient.END);
        }
    }

    @Test
    void keepsTheSessionWhoseMailboxIsRenamed() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            other.ok("CREATE old");
            client.ok("SELECT old");
            other.ok("RENAME old new");
            assertThat(other.append("new", "", ImapClient.message("x"))).startsWith("OK");
            assertThat(client.ok("NOOP")).containsExactly("* 1 EXISTS");
        }
    }

    @Test
    void endsAConnectionThatIsIdleFor30Minutes() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann);
                ImapClient idling = ImapClient.selected(SERVER, ann)) {
            idling.idle();
            SERVER.advance(Duration.ofMinutes(30).minusSeconds(2));
            assertThat(client.hasInput()).isFalse();
            assertThat(idling.hasInput()).isFalse();
            SERVER.advance(Duration.ofSeconds(4));
            assertThat(client.response()).startsWith("* BYE ");
            assertThat(idling.response()).startsWith("* BYE ");
        }
    }

    @Test
    void endsALineThatArrivesTooSlowly() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.send("a NO");
            Instant begin = SERVER.bundles().now();
            Eventually.until("ended", () -> {
                SERVER.advance(Duration.ofSeconds(1));
                return client.hasInput();
            });
            assertThat(client.response()).startsWith("* BYE ");
            assertThat(Duration.between(begin, SERVER.bundles().now()))
                    .isBetween(Duration.ofMinutes(1), Duration.ofMinutes(29));
        }
    }

    @Test
    void acceptsTwentyInvalidCommands() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            for (int i = 0; i < 20; i++) {
                assertThat(client.ask("MEOW")).startsWith("BAD");
            }
            client.begin("MEOW");
            assertThat(client.response()).startsWith("* BYE ");
        }
    }

    @Test
    void saysGoodbyeBeforeTheReplyToLogout() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            List<String> responses = client.all("LOGOUT");
            assertThat(responses).hasSize(2);
            assertThat(responses.get(0)).startsWith("* BYE ");
            assertThat(client.response()).isEqualTo(ImapClient.END);
        }
    }
}
