package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the commands that change messages. */
class ChangesTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private final String ann = SERVER.newAccount();

    private static long modseq(ImapClient client, int message) throws Exception {
        String response = client.ok("FETCH " + message + " MODSEQ").get(0);
        return Long.parseLong(response.replaceAll(".*MODSEQ \\((\\d+)\\).*", "$1"));
    }

    private static long validity(ImapClient client, String mailbox) throws Exception {
        return Long.parseLong(
                client.ok("STATUS " + mailbox + " (UIDVALIDITY)").get(0).replaceAll(".*UIDVALIDITY (\\d+).*", "$1"));
    }

    @Test
    void storesFlagsInEachMode() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 2)) {
            assertThat(client.ok("STORE 1 FLAGS (\\Seen \\Draft)"))
                    .containsExactly("* 1 FETCH (UID 1 FLAGS (\\Draft \\Seen))");
            assertThat(client.ok("STORE 1:2 +FLAGS \\Flagged")).hasSize(2);
            assertThat(client.ok("UID STORE 1 -FLAGS (\\Seen \\Answered)"))
                    .containsExactly("* 1 FETCH (UID 1 FLAGS (\\Draft \\Flagged))");
            assertThat(client.ok("STORE 1 +FLAGS.SILENT (Work)")).isEmpty();
            assertThat(client.ok("STORE 1 FLAGS.SILENT ()")).isEmpty();
            assertThat(client.ok("NOOP")).isEmpty();
            assertThat(client.ok("FETCH 1:2 FLAGS"))
                    .containsExactly("* 1 FETCH (FLAGS ())", "* 2 FETCH (FLAGS (\\Flagged))");
            assertThat(client.ok("UID STORE 99 +FLAGS (\\Seen)")).isEmpty();
            assertThat(client.ask("STORE 3 +FLAGS (\\Seen)")).startsWith("BAD");
        }
    }

    @Test
    void aSilentStoreReportsTheChangesOfOthers() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 2);
                ImapClient other = ImapClient.selected(SERVER, ann)) {
            other.ok("STORE 1:2 +FLAGS (\\Flagged)");
            assertThat(client.ok("STORE 1 +FLAGS.SILENT (\\Seen)"))
                    .containsExactlyInAnyOrder(
                            "* 1 FETCH (UID 1 FLAGS (\\Flagged \\Seen))", "* 2 FETCH (UID 2 FLAGS (\\Flagged))");
        }
    }

    @Test
    void storesOnlyWhatOthersHaveNotChanged() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 4);
                ImapClient other = ImapClient.selected(SERVER, ann)) {
            client.ok("ENABLE CONDSTORE");
            client.ok("UID STORE 1 +FLAGS.SILENT (\\Deleted)");
            client.ok("EXPUNGE"); // so that message numbers and UIDs differ
            long seen = modseq(client, 1);
            other.ok("UID STORE 3 +FLAGS (\\Flagged)");
            assertThat(client.ask(
                            "STORE 1:3 (UNCHANGEDSINCE " + Math.max(seen, modseq(client, 3)) + ") +FLAGS (\\Seen)"))
                    .startsWith("OK [MODIFIED 2]");
            assertThat(client.ask("UID STORE 2:4 (UNCHANGEDSINCE 1) +FLAGS (\\Answered)"))
                    .startsWith("OK [MODIFIED 2:4]");
            List<String> silent = client.ok("UID STORE 2:4 (UNCHANGEDSINCE 99999999999) +FLAGS.SILENT (\\Answered)");
            assertThat(silent).hasSize(3).allMatch(one -> one.matches("\\* \\d FETCH \\(UID \\d MODSEQ \\(\\d+\\)\\)"));
            assertThat(client.ok("FETCH 1:3 FLAGS"))
                    .containsExactly(
                            "* 1 FETCH (FLAGS (\\Answered \\Seen))",
                            "* 2 FETCH (FLAGS (\\Answered \\Flagged))",
                            "* 3 FETCH (FLAGS (\\Answered \\Seen))");
        }
    }

    @Test
    void copiesTheSameEmail() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 3)) {
            long archive = validity(client, "Archive");
            assertThat(client.ask("COPY 1,3 Archive")).startsWith("OK [COPYUID " + archive + " 1,3 1:2]");
            assertThat(client.ask("COPY 2:3 Archive")).startsWith("OK [COPYUID " + archive + " 2:3 3:4]");
            assertThat(client.ask("UID COPY 2 INBOX")).startsWith("OK [COPYUID " + validity(client, "INBOX") + " 2 4]");
            assertThat(client.ok("NOOP")).isEmpty();
            assertThat(client.ok("FETCH 4 UID")).containsExactly("* 4 FETCH (UID 4)");
            assertThat(client.ask("UID COPY 99 Archive")).startsWith("OK").doesNotContain("COPYUID");
            assertThat(client.ask("COPY 1 missing")).startsWith("NO [TRYCREATE]");
            assertThat(client.ok("STATUS Archive (MESSAGES)").get(0)).contains("MESSAGES 4");
            String id = client.ok("FETCH 1 EMAILID").get(0);
            client.ok("SELECT Archive");
            assertThat(client.ok("FETCH 1 EMAILID")).containsExactly(id);
        }
        assertThat(SERVER.user(ann)
                        .call("Email/query", "'calculateTotal':true")
                        .path("total")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void movesMessages() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 4)) {
            List<String> responses = client.all("MOVE 2:3 Archive");
            assertThat(responses.get(0)).startsWith("* OK [COPYUID " + validity(client, "Archive") + " 2:3 1:2]");
            assertThat(responses.subList(1, responses.size() - 1)).containsExactly("* 3 EXPUNGE", "* 2 EXPUNGE");
            assertThat(client.ok("FETCH 1:* UID")).containsExactly("* 1 FETCH (UID 1)", "* 2 FETCH (UID 4)");
            client.ok("ENABLE QRESYNC");
            responses = client.all("UID MOVE 1 INBOX");
            assertThat(responses)
                    .anyMatch(one -> one.startsWith("* OK [COPYUID"))
                    .contains("* VANISHED 1", "* 2 EXISTS");
            assertThat(client.ok("UID FETCH 1:* FLAGS")).hasSize(2);
        }
    }

    @Test
    void expungesWhatIsDeleted() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 5)) {
            client.ok("STORE 1,2,4 +FLAGS.SILENT (\\Deleted)");
            assertThat(client.ok("UID EXPUNGE 2:3")).containsExactly("* 2 EXPUNGE");
            assertThat(client.ok("EXPUNGE")).containsExactly("* 3 EXPUNGE", "* 1 EXPUNGE");
            assertThat(client.ok("EXPUNGE")).isEmpty();
            client.ok("ENABLE QRESYNC");
            client.ok("STORE 1:2 +FLAGS.SILENT (\\Deleted)");
            List<String> responses = client.all("EXPUNGE");
            assertThat(responses.get(0)).isEqualTo("* VANISHED 3,5");
            assertThat(responses).last().asString().startsWith("OK [HIGHESTMODSEQ ");
        }
    }

    @Test
    void appendsMessages() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            long inbox = validity(client, "INBOX");
            String message = "Subject: Gr\u00fc\u00dfe\r\n\r\n8-bit \u00e4\nand a line end";
            List<String> responses = client.all("APPEND INBOX (\\Seen $Work) \"26-Nov-2026 16:28:12 +0100\" {"
                    + message.length() + "+}\r\n" + message);
            assertThat(responses).first().isEqualTo("* 1 EXISTS");
            assertThat(responses).last().asString().startsWith("OK [APPENDUID " + inbox + " 1]");
            assertThat(client.ok("FETCH 1 (FLAGS INTERNALDATE BODY.PEEK[])").get(0))
                    .contains(
                            "\\Seen",
                            "$work",
                            "26-Nov-2026 15:28:12 +0000",
                            "{" + message.length() + "}\r\n" + message);
            String synchronizing = client.begin("APPEND INBOX (\\Deleted) {" + message.length() + "}");
            assertThat(client.response()).startsWith("+ ");
            client.send(message + "\r\n");
            assertThat(client.end(synchronizing)).last().asString().startsWith("OK [APPENDUID " + inbox + " 2]");
            assertThat(client.ok("FETCH 2 FLAGS")).containsExactly("* 2 FETCH (FLAGS (\\Deleted))");
            assertThat(client.append("missing", "", message)).startsWith("NO [TRYCREATE]");
            assertThat(client.ask("NOOP")).startsWith("OK");
        }
    }

    @Test
    void appendsSeveralMessagesOrNone() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            String m = ImapClient.message("x");
            String literal = "{" + m.length() + "+}\r\n" + m;
            assertThat(client.ask("APPEND INBOX (\\Seen) " + literal + " () " + literal + " " + literal))
                    .startsWith("OK [APPENDUID " + validity(client, "INBOX") + " 1:3]");
            assertThat(client.ask("APPEND INBOX " + literal + " {0+}\r\n")).startsWith("NO");
            assertThat(client.ask("APPEND INBOX " + literal + " (\\Bad flag " + literal))
                    .startsWith("BAD");
            assertThat(client.ask("APPEND INBOX " + literal + " {60000000}")).startsWith("NO [TOOBIG]");
            assertThat(client.ok("STATUS INBOX (MESSAGES)").get(0)).contains("MESSAGES 3");
        }
    }

    @ParameterizedTest
    @CsvSource({"{50000001},NO [TOOBIG]", "{50000000},+", "{0+},NO", "{0},NO"})
    void limitsTheSizeOfAMessage(String literal, String reply) throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            String tag = client.begin("APPEND INBOX " + literal);
            if (literal.equals("{0+}")) {
                client.send("\r\n");
            }
            String response = client.response();
            if (literal.equals("{0}") && response.startsWith("+")) {
                client.send("\r\n");
                response = client.response();
            }
            assertThat(response.replace(tag + " ", "")).startsWith(reply);
        }
    }

    @Test
    void endsTheConnectionForATooLargeMessageThatIsAlreadyOnItsWay() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.begin("APPEND INBOX {50000001+}");
            assertThat(client.response()).startsWith("* BYE [TOOBIG]");
        }
    }

    @Test
    void replacesAMessage() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 2)) {
            String m = ImapClient.message("new");
            String literal = "{" + m.length() + "+}\r\n" + m;
            List<String> responses = client.all("REPLACE 1 INBOX (\\Draft) " + literal);
            assertThat(responses).last().asString().startsWith("OK");
            assertThat(responses)
                    .anyMatch(one -> one.contains("[APPENDUID ") && one.contains(" 3]"))
                    .contains("* 1 EXPUNGE");
            assertThat(client.ok("FETCH 1:* UID")).containsExactly("* 1 FETCH (UID 2)", "* 2 FETCH (UID 3)");
            assertThat(client.ask("UID REPLACE 1 INBOX " + literal)).startsWith("NO");
            assertThat(client.ask("REPLACE 3 INBOX " + literal)).matches("(NO|BAD) .*");
            assertThat(client.ok("NOOP")).isEmpty();
            assertThat(client.ask("UID REPLACE 2 Drafts " + literal)).startsWith("OK");
            assertThat(client.ok("FETCH 1:* UID")).containsExactly("* 1 FETCH (UID 3)");
        }
    }

    @Test
    void deletedMessagesAreInvisibleToJmap() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 2)) {
            client.ok("STORE 1 +FLAGS (\\Deleted)");
            assertThat(SERVER.user(ann).call("Email/query", "'sort':null").path("ids"))
                    .hasSize(1);
            assertThat(client.ok("STATUS INBOX (MESSAGES DELETED)").get(0)).contains("MESSAGES 2", "DELETED 1");
            client.ok("STORE 1 -FLAGS (\\Deleted)");
            assertThat(SERVER.user(ann).call("Email/query", "'sort':null").path("ids"))
                    .hasSize(2);
            assertThat(client.ok("FETCH 1:* UID")).containsExactly("* 1 FETCH (UID 1)", "* 2 FETCH (UID 2)");
        }
    }
}
