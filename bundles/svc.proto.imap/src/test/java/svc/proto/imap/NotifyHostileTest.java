package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Directory;
import svc.testkit.Eventually;

/** Tests clients that ask for too much by NOTIFY, or do not read. Others are served meanwhile. */
class NotifyHostileTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private static final String MESSAGES = "(MessageNew MessageExpunge)";

    private String ann = "";

    @BeforeEach
    void createAccount() {
        ann = SERVER.newAccount();
    }

    private static String groups(int count, String each) {
        return IntStream.range(0, count)
                .mapToObj(i -> each + i + " " + MESSAGES + ")")
                .collect(Collectors.joining(" "));
    }

    @Test
    void acceptsAThousandGroupsAndRefusesMore() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.ok("NOTIFY SET " + groups(999, "(SUBTREE none") + " (MAILBOXES INBOX " + MESSAGES + ")");
            other.fill(1);
            assertThat(client.awaited(SERVER)).isEqualTo("* STATUS INBOX (MESSAGES 1 UIDNEXT 2)");
            assertThat(client.ask("NOTIFY SET " + groups(1_001, "(SUBTREE none")))
                    .startsWith("BAD");
            other.fill(1);
            assertThat(client.awaited(SERVER)).isEqualTo("* STATUS INBOX (MESSAGES 2 UIDNEXT 3)");
        }
    }

    @Test
    void acceptsAThousandNamesAndRefusesMore() throws Exception {
        try (ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            String names = IntStream.range(0, 1_000).mapToObj(i -> "n" + i).collect(Collectors.joining(" "));
            client.ok("NOTIFY SET (MAILBOXES (" + names + ") " + MESSAGES + ")");
            assertThat(client.ask(
                            "NOTIFY SET (MAILBOXES (" + names + ") " + MESSAGES + ") (SUBTREE one " + MESSAGES + ")"))
                    .startsWith("NO [NOTIFICATIONOVERFLOW]");
            client.ok("NOTIFY SET (MAILBOXES (" + names + ") " + MESSAGES + ") (MAILBOXES n1 " + MESSAGES + ")");
        }
    }

    private void createMailboxes(int first, int count) {
        String creates = IntStream.range(first, first + count)
                .mapToObj(i -> "'k" + i + "':{'name':'box" + i + "'}")
                .collect(Collectors.joining(",", "'create':{", "}"));
        assertThat(SERVER.user(ann).call("Mailbox/set", creates).path("created"))
                .hasSize(count);
    }

    @Test
    void watchesTwoThousandMailboxesAndNoMore() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            int missing = 2_000 - other.ok("LIST \"\" *").size();
            for (int i = 0; i < missing; i += 100) {
                createMailboxes(i, Math.min(100, missing - i));
            }
            client.ok("NOTIFY SET (PERSONAL (MailboxName))");
            other.ok("DELETE box0");
            assertThat(client.awaited(SERVER)).isEqualTo("* LIST (\\NonExistent) \"/\" box0");
            other.ok("CREATE last");
            assertThat(client.awaited(SERVER)).endsWith(" last");
            other.ok("CREATE excess");
            assertThat(client.awaited(SERVER)).startsWith("* OK [NOTIFICATIONOVERFLOW]");
            other.ok("CREATE more");
            SERVER.advance(Duration.ofSeconds(2));
            assertThat(client.ok("NOOP")).isEmpty();
            assertThat(client.ask("NOTIFY SET (PERSONAL (MailboxName))")).startsWith("NO [NOTIFICATIONOVERFLOW]");
            client.ok("NOTIFY SET (MAILBOXES more (MailboxName))");
        }
    }

    private static String appends(int count) {
        String message = "Subject: many\r\n\r\n";
        return "APPEND INBOX" + (" {" + message.length() + "+}\r\n" + message).repeat(count);
    }

    @Test
    void sendsAtMost500NewMessagesTogether() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED (MessageNew (UID) MessageExpunge)) (PERSONAL (MailboxName))");
            other.ok(appends(500));
            assertThat(client.awaited(SERVER)).isEqualTo("* 500 EXISTS");
            for (int i = 1; i <= 500; i++) {
                assertThat(client.response()).isEqualTo("* " + i + " FETCH (UID " + i + ")");
            }
            other.ok(appends(501));
            assertThat(client.awaited(SERVER)).isEqualTo("* 1001 EXISTS");
            assertThat(client.response()).startsWith("* OK [NOTIFICATIONOVERFLOW]");
            other.ok("CREATE New");
            other.fill(1);
            assertThat(client.ok("NOOP")).isEmpty();
        }
    }

    @Test
    void disconnectsAClientThatDoesNotRead() throws Exception {
        String large = ImapClient.message("large") + ("x".repeat(998) + "\r\n").repeat(2_000);
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient silent = ImapClient.selected(SERVER, ann);
                ImapClient third = ImapClient.selected(SERVER, ann)) {
            silent.ok("NOTIFY SET (SELECTED (MessageNew (BODY.PEEK[]) MessageExpunge))");
            third.ok("NOTIFY SET (SELECTED " + MESSAGES + ")");
            for (int i = 1; i <= 8; i++) {
                other.append("INBOX", "", large);
                SERVER.advance(Duration.ofMillis(250));
                assertThat(third.awaited(SERVER)).isEqualTo("* " + i + " EXISTS");
            }
            Eventually.until("disconnected", () -> {
                SERVER.advance(Duration.ofSeconds(20));
                return sessions() == 2;
            });
            other.fill(1);
            assertThat(third.awaited(SERVER)).isEqualTo("* 9 EXISTS");
        }
    }

    private int sessions() {
        long account =
                SERVER.bundles().service(Directory.class).accountNumber(ann).orElseThrow();
        return SERVER.bundles().service(ImapSessions.class).of(account).size();
    }

    @Test
    void endsACommandThatIsHalfReceivedWithoutNotifications() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED " + MESSAGES + ")");
            client.send("x SEARCH SUBJECT {3}\r\n");
            assertThat(client.response()).startsWith("+ ");
            other.fill(1);
            SERVER.advance(Duration.ofSeconds(1));
            client.send("one\r\n");
            assertThat(client.end("x")).contains("* 1 EXISTS").last().asString().startsWith("OK");
        }
    }
}
