package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests NOTIFY (RFC 5465): the events of the selected mailbox. */
class NotifySelectedTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private static final String MESSAGES = "(MessageNew MessageExpunge)";
    private static final String ALL_MESSAGES = "(MessageNew MessageExpunge FlagChange)";

    private String ann = "";

    @BeforeEach
    void createAccount() {
        ann = SERVER.newAccount();
    }

    @Test
    void reportsTheSelectedMailboxBetweenCommands() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 3);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED " + ALL_MESSAGES + ")");
            SERVER.user(ann).bring(ImapClient.message("by JMAP").split("\r\n"));
            assertThat(client.awaited(SERVER)).isEqualTo("* 4 EXISTS");
            other.ok("STORE 2 +FLAGS (\\Flagged)");
            assertThat(client.awaited(SERVER)).isEqualTo("* 2 FETCH (UID 2 FLAGS (\\Flagged))");
            other.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
            assertThat(client.awaited(SERVER)).isEqualTo("* 1 FETCH (UID 1 FLAGS (\\Deleted))");
            other.ok("EXPUNGE");
            assertThat(client.awaited(SERVER)).isEqualTo("* 1 EXPUNGE");
            client.ok("NOOP");
        }
    }

    @Test
    void sendsWhatTheClientWantsOfNewMessages() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 1);
                ImapClient other = ImapClient.signedIn(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED (MessageNew (FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)] BODY[TEXT])"
                    + " MessageExpunge))");
            other.append("INBOX", "(\\Flagged) ", ImapClient.message("new"));
            assertThat(client.awaited(SERVER)).isEqualTo("* 2 EXISTS");
            assertThat(client.response())
                    .startsWith("* 2 FETCH (UID 2 FLAGS (\\Flagged)")
                    .contains("BODY[HEADER.FIELDS (SUBJECT)] {16}\r\nSubject: new\r\n\r\n", "Text of new.");
            assertThat(client.ok("FETCH 2 FLAGS")).containsExactly("* 2 FETCH (FLAGS (\\Flagged))");
        }
    }

    @Test
    void sendsNoMessageThatTheClientHasAddedItself() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 1)) {
            client.ok("NOTIFY SET (SELECTED (MessageNew (UID) MessageExpunge)) (PERSONAL " + ALL_MESSAGES + ")");
            String message = ImapClient.message("own");
            assertThat(client.all("APPEND INBOX {" + message.length() + "+}\r\n" + message))
                    .hasSize(2)
                    .startsWith("* 2 EXISTS");
            assertThat(client.all("APPEND Drafts {" + message.length() + "+}\r\n" + message))
                    .hasSize(1);
            assertThat(client.all("COPY 1 Sent")).hasSize(1);
            assertThat(client.all("COPY 1 INBOX")).hasSize(2).startsWith("* 3 EXISTS");
            assertThat(client.all("MOVE 3 Trash")).hasSize(3).contains("* 3 EXPUNGE");
        }
    }

    @Test
    void holdsBackExpungeWithSelectedDelayed() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 3);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED-DELAYED " + MESSAGES + ")");
            other.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
            other.ok("EXPUNGE");
            other.fill(1);
            assertThat(client.awaited(SERVER)).isEqualTo("* 4 EXISTS");
            assertThat(client.ok("FETCH 2 UID")).containsExactly("* 2 FETCH (UID 2)");
            assertThat(client.ok("NOOP")).containsExactly("* 1 EXPUNGE");
            other.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
            other.ok("EXPUNGE");
            client.idle();
            assertThat(client.awaited(SERVER)).isEqualTo("* 1 EXPUNGE");
        }
    }

    @Test
    void keepsTheSelectedMailboxAsItIsWithoutASelectedFilter() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 2);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            other.fill(1);
            assertThat(client.ok("NOTIFY SET (SELECTED NONE)")).containsExactly("* 3 EXISTS");
            other.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
            other.ok("EXPUNGE");
            other.fill(1);
            assertThat(client.ok("NOOP")).isEmpty();
            assertThat(client.ok("UID FETCH 1:* UID")).hasSize(2);
            client.ok("STORE 2 +FLAGS.SILENT (\\Deleted)");
            assertThat(client.ok("EXPUNGE")).containsExactly("* 2 EXPUNGE", "* 1 EXPUNGE");
            assertThat(client.ok("NOTIFY SET (SELECTED " + ALL_MESSAGES + ")")).containsExactly("* 2 EXISTS");
            other.ok("UID STORE 3 +FLAGS (\\Seen)");
            assertThat(client.awaited(SERVER)).isEqualTo("* 1 FETCH (UID 3 FLAGS (\\Seen))");
            client.ok("NOTIFY NONE");
            other.fill(1);
            assertThat(client.ok("NOOP")).isEmpty();
        }
    }

    @Test
    void sendsFlagsLaterThatWereNotWantedBefore() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 2);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED " + MESSAGES + ")");
            other.ok("STORE 1 +FLAGS (\\Seen)");
            other.fill(1);
            assertThat(client.awaited(SERVER)).isEqualTo("* 3 EXISTS");
            assertThat(client.ok("NOTIFY SET (SELECTED " + ALL_MESSAGES + ")"))
                    .contains("* 1 FETCH (UID 1 FLAGS (\\Seen))");
        }
    }
}
