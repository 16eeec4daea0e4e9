package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Eventually;

/** Tests how long a client with NOTIFY can be silent: it needs no command to be notified (RFC 5465 §3.1). */
class NotifySilenceTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final String MESSAGES = "(MessageNew MessageExpunge)";

    private String ann = "";

    @BeforeEach
    void createAccount() {
        ann = SERVER.newAccount();
    }

    /** Lets the client be silent for longer than other clients can. */
    private static void pass() {
        SERVER.advance(LIMIT.minusSeconds(2));
        SERVER.advance(Duration.ofSeconds(4));
    }

    @Test
    void clientIsNotifiedAfterHoursOfSilence() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED " + MESSAGES + ")");
            for (int i = 0; i < 5; i++) {
                pass();
                assertThat(client.response()).startsWith("* OK ");
            }
            SERVER.user(ann).bring(ImapClient.message("late").split("\r\n"));
            assertThat(client.awaited(SERVER)).isEqualTo("* 1 EXISTS");
            client.ok("NOTIFY NONE");
            pass();
            assertThat(client.response()).startsWith("* BYE ");
        }
    }

    @Test
    void clientInIdleIsNotifiedAfterHoursOfSilence() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED " + MESSAGES + ")");
            String tag = client.idle();
            pass();
            assertThat(client.response()).startsWith("* OK ");
            client.send("DONE\r\n");
            assertThat(client.end(tag)).last().asString().startsWith("OK ");
        }
    }

    @Test
    void unfinishedLineEndsTheConnection() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED " + MESSAGES + ")");
            client.send("a NO");
            Instant begin = SERVER.bundles().now();
            Eventually.until("ended", () -> {
                SERVER.advance(Duration.ofSeconds(1));
                return client.hasInput();
            });
            assertThat(client.response()).startsWith("* BYE ");
            assertThat(Duration.between(begin, SERVER.bundles().now())).isLessThan(LIMIT);
        }
    }
}
