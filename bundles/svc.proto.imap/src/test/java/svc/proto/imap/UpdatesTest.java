package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.bundles.LocalMailUser;

/** Tests the responses to a session about changes by other sessions and by JMAP: in IDLE, to NOOP and with QRESYNC. */
class UpdatesTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private final String ann = SERVER.newAccount();

    @Test
    void idleReportsNewMessagesFlagsAndExpunges() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 3);
                ImapClient idling = ImapClient.selected(SERVER, ann)) {
            String tag = idling.idle();
            SERVER.user(ann).bring(ImapClient.message("by JMAP").split("\r\n"));
            assertThat(idling.awaited(SERVER)).isEqualTo("* 4 EXISTS");
            other.ok("STORE 2 +FLAGS (\\Flagged)");
            assertThat(idling.awaited(SERVER)).isEqualTo("* 2 FETCH (UID 2 FLAGS (\\Flagged))");
            other.ok("STORE 1 +FLAGS (\\Deleted)");
            assertThat(idling.awaited(SERVER)).isEqualTo("* 1 FETCH (UID 1 FLAGS (\\Deleted))");
            other.ok("EXPUNGE");
            assertThat(idling.awaited(SERVER)).isEqualTo("* 1 EXPUNGE");
            idling.send("DONE\r\n");
            assertThat(idling.end(tag)).last().asString().startsWith("OK IDLE");
        }
    }

    @Test
    void idleReportsExpungesBeforeNewMessages() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 2);
                ImapClient idling = ImapClient.selected(SERVER, ann)) {
            other.ok("STORE 1 +FLAGS (\\Deleted)");
            other.ok("EXPUNGE");
            other.fill(1);
            assertThat(idling.idle()).isNotEmpty();
            assertThat(idling.response()).isEqualTo("* 1 EXPUNGE");
            assertThat(idling.response()).isEqualTo("* 2 EXISTS");
        }
    }

    @Test
    void aLineOtherThanDoneEndsIdle() throws Exception {
        try (ImapClient idling = ImapClient.selected(SERVER, ann)) {
            String tag = idling.idle();
            idling.send("done\r\n");
            assertThat(idling.end(tag)).last().asString().startsWith("OK");
            tag = idling.idle();
            idling.send("x NOOP\r\n");
            assertThat(idling.end(tag)).last().asString().startsWith("BAD");
            idling.ok("NOOP");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FETCH 1:2 FLAGS", "STORE 1 +FLAGS (x)", "SEARCH ALL", "FETCH 2 BODY.PEEK[]"})
    void reportsNoExpungeWithinCommandsByNumber(String command) throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 3);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            other.ok("STORE 2 +FLAGS (\\Deleted)");
            other.ok("EXPUNGE");
            other.fill(1);
            List<String> responses = client.all(command);
            assertThat(responses).noneMatch(one -> one.endsWith(" EXPUNGE"));
            if (command.contains("2")) {
                assertThat(responses).last().asString().startsWith("NO [EXPUNGEISSUED]");
            }
            assertThat(client.ok("FETCH 3 UID")).contains("* 3 FETCH (UID 3)");
            assertThat(client.ok("NOOP")).contains("* 2 EXPUNGE");
            assertThat(client.ok("FETCH 1:* UID"))
                    .containsExactly("* 1 FETCH (UID 1)", "* 2 FETCH (UID 3)", "* 3 FETCH (UID 4)");
        }
    }

    @Test
    void aCommandByUidReportsExpunges() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 3);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            other.ok("STORE 2 +FLAGS (\\Deleted)");
            other.ok("EXPUNGE");
            assertThat(client.ok("UID FETCH 3 FLAGS")).contains("* 2 EXPUNGE");
        }
    }

    /** What a client remembers of a mailbox. */
    private record Remembered(String validity, String modseq) {

        static Remembered of(List<String> select) {
            return new Remembered(number(select, "UIDVALIDITY"), number(select, "HIGHESTMODSEQ"));
        }

        private static String number(List<String> select, String code) {
            return select.stream()
                    .filter(one -> one.contains("[" + code + " "))
                    .findFirst()
                    .orElseThrow()
                    .replaceAll(".*\\[" + code + " (\\d+)\\].*", "$1");
        }
    }

    private List<String> resync(String parameters) throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.ok("ENABLE QRESYNC");
            return client.ok("SELECT INBOX (QRESYNC (" + parameters + "))").stream()
                    .filter(one -> one.contains("VANISHED") || one.contains(" FETCH "))
                    .map(one -> one.replaceAll(" MODSEQ \\(\\d+\\)", ""))
                    .toList();
        }
    }

    @Test
    void resynchronizesAfterChangesByImapAndJmap() throws Exception {
        Remembered known;
        try (ImapClient other = ImapClient.selected(SERVER, ann, 6)) {
            known = Remembered.of(other.ok("SELECT INBOX"));
            assertThat(resync(known.validity + " " + known.modseq)).isEmpty();
            other.ok("STORE 1 +FLAGS (\\Flagged)");
            other.ok("STORE 2,5 +FLAGS (\\Deleted)");
            other.ok("UID EXPUNGE 2");
            LocalMailUser user = SERVER.user(ann);
            String sixth = user.call("Email/query", "'filter':{'subject':'m6'}")
                    .at("/ids/0")
                    .asText();
            String fourth = user.call("Email/query", "'filter':{'subject':'m4'}")
                    .at("/ids/0")
                    .asText();
            user.call("Email/set", "'update':{'" + sixth + "':{'keywords/$seen':true}},'destroy':['" + fourth + "']");
            other.fill(1);
        }
        List<String> expected = List.of(
                "* VANISHED (EARLIER) 2,4",
                "* 1 FETCH (UID 1 FLAGS (\\Flagged))",
                "* 3 FETCH (UID 5 FLAGS (\\Deleted))",
                "* 4 FETCH (UID 6 FLAGS (\\Seen))");
        List<String> all = resync(known.validity + " " + known.modseq);
        assertThat(all).containsAll(expected).hasSize(5).anyMatch(one -> one.startsWith("* 5 FETCH (UID 7 "));
        assertThat(resync(known.validity + " " + known.modseq + " 1:6")).isEqualTo(expected);
        assertThat(resync(known.validity + " " + known.modseq + " 1,3"))
                .contains("* 1 FETCH (UID 1 FLAGS (\\Flagged))")
                .noneMatch(one -> one.contains("UID 5") || one.contains("UID 7"));
        assertThat(resync("1 " + known.modseq)).isEmpty();
        assertThat(resync(known.validity + " 9223372036854775807")).containsExactly("* VANISHED (EARLIER) 2,4");
        assertThat(resync(known.validity + " 1 1:6")).contains("* VANISHED (EARLIER) 2,4");
    }

    @Test
    void fetchReportsMessagesThatWereAddedAndRemovedSince() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.ok("ENABLE QRESYNC");
            Remembered known = Remembered.of(client.ok("SELECT INBOX"));
            client.fill(2);
            client.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
            client.ok("EXPUNGE");
            assertThat(client.ok("UID FETCH 1:2 (FLAGS) (CHANGEDSINCE " + known.modseq + " VANISHED)"))
                    .contains("* VANISHED (EARLIER) 1");
        }
    }

    @Test
    void reportsExpungesAsVanishedAfterEnable() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 4);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            assertThat(client.ok("ENABLE CONDSTORE QRESYNC UNKNOWN"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("QRESYNC");
            client.ok("SELECT INBOX");
            other.ok("STORE 2:3 +FLAGS (\\Deleted)");
            other.ok("EXPUNGE");
            assertThat(client.ok("NOOP")).containsExactly("* VANISHED 2:3");
            other.ok("STORE 1 +FLAGS (\\Seen)");
            assertThat(client.ok("NOOP"))
                    .singleElement()
                    .asString()
                    .matches("\\* 1 FETCH \\(UID 1 FLAGS \\(\\\\Seen\\) MODSEQ \\(\\d+\\)\\)");
        }
    }
}
