package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests what a read-only maintenance refuses. */
class MaintenanceTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private static final String REFUSED =
            "NO [UNAVAILABLE] The server is read-only for maintenance until 2031-02-03T04:05:06Z. Try again later.";

    private final String ann = SERVER.newAccount();

    @AfterEach
    void end() {
        SERVER.bundles().maintenance().end();
    }

    private static void begin() {
        SERVER.bundles().maintenance().beginReadOnly();
    }

    private static String last(List<String> responses) {
        return responses.get(responses.size() - 1);
    }

    @Test
    void commandsThatWriteAreRefused() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 2)) {
            client.ok("CREATE Projects");
            client.ok("STORE 1 +FLAGS (\\Deleted)");
            begin();
            for (String command : List.of(
                    "STORE 1:2 +FLAGS (\\Flagged)",
                    "UID STORE 1 -FLAGS (\\Deleted)",
                    "COPY 1 Projects",
                    "MOVE 1 Projects",
                    "EXPUNGE",
                    "UID EXPUNGE 1",
                    "CREATE Other",
                    "DELETE Projects",
                    "RENAME Projects Renamed",
                    "SUBSCRIBE Projects",
                    "UNSUBSCRIBE Projects",
                    "SETACL Projects " + ann + " lr",
                    "DELETEACL Projects " + ann,
                    "SETMETADATA Projects (/private/comment \"x\")",
                    "APPEND Projects {5+}\r\nabcde",
                    "REPLACE 1 Projects {5+}\r\nabcde")) {
                assertThat(last(client.all(command))).as(command).isEqualTo(REFUSED);
            }
            assertThat(client.ok("FETCH 1:2 FLAGS")).contains("* 1 FETCH (FLAGS (\\Deleted))", "* 2 FETCH (FLAGS ())");
            SERVER.bundles().maintenance().end();
            client.ok("STORE 2 +FLAGS (\\Flagged)");
            client.ok("CREATE Other");
        }
    }

    @Test
    void readingLeavesMessagesUnseen() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 1)) {
            begin();
            assertThat(client.ok("FETCH 1 (ENVELOPE BODYSTRUCTURE)")).isNotEmpty();
            assertThat(client.ok("FETCH 1 BODY[]")).noneMatch(one -> one.contains("\\Seen"));
            assertThat(client.ok("SEARCH UNSEEN")).isNotEmpty();
            assertThat(client.ok("FETCH 1 FLAGS")).contains("* 1 FETCH (FLAGS ())");
        }
    }

    @Test
    void closeKeepsDeletedMessages() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 2)) {
            client.ok("STORE 1 +FLAGS (\\Deleted)");
            begin();
            client.ok("CLOSE");
            assertThat(client.ok("SELECT INBOX")).contains("* 2 EXISTS");
        }
    }

    @Test
    void clientsCanSignInAndRead() throws Exception {
        begin();
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOOP");
            client.ok("LIST \"\" *");
        }
    }
}
