package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;

/** Tests the time limits. */
class TimeTest {

    private static final ScriptedIntake INTAKE = new ScriptedIntake();

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.withGreetingWait(INTAKE, 5);

    @BeforeEach
    void clear() {
        INTAKE.clear();
    }

    /** Waits for the greeting while the clock advances. */
    private static SmtpClient client() throws IOException {
        SmtpClient client = SmtpClient.connect(SERVER, "smtp", "127.0.0.1");
        Eventually.until("greeted", () -> {
            SERVER.advance(Duration.ofSeconds(1));
            return client.hasInput();
        });
        client.expect("220");
        client.expect("EHLO client.test", "250");
        return client;
    }

    private static SmtpClient inData() throws IOException {
        SmtpClient client = client().envelope("bob@far.test", "ann@one.test");
        client.expect("DATA", "354");
        return client;
    }

    private static void sendLines(SmtpClient client, int count) throws IOException {
        long before = INTAKE.written.get();
        client.send(("x".repeat(98) + "\r\n").repeat(count));
        Eventually.until("received", () -> INTAKE.written.get() == before + 100L * count);
    }

    @Test
    void refusesAClientThatSendsBeforeTheGreeting() throws Exception {
        try (SmtpClient client = SmtpClient.connect(SERVER, "smtp", "127.0.0.1")) {
            client.send("EHLO client.test\r\n");
            assertThat(client.line()).startsWith("554 5.5.1");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void waitsWithTheGreetingOnlyOnThePortForOtherServers() throws Exception {
        try (SmtpClient client = SmtpClient.connect(SERVER, "submission", "127.0.0.1")) {
            client.expect("220");
        }
    }

    @Test
    void endsAnIdleConnectionAfterFiveMinutes() throws Exception {
        try (SmtpClient client = client()) {
            client.expect("NOOP", "250");
            SERVER.advance(Duration.ofMinutes(5).minusSeconds(1));
            assertThat(client.hasInput()).isFalse();
            SERVER.advance(Duration.ofSeconds(1));
            assertThat(client.line()).startsWith("421 4.4.2");
        }
    }

    @Test
    void endsACommandThatArrivesTooSlowly() throws Exception {
        try (SmtpClient client = client()) {
            client.send("NO");
            SERVER.advance(Duration.ofMinutes(4));
            client.send("O");
            SERVER.advance(Duration.ofMinutes(1));
            assertThat(client.line()).startsWith("421 4.4.2");
        }
    }

    @Test
    void endsAMessageThatIsSlowerThan100OctetsPerSecond() throws Exception {
        try (SmtpClient client = inData()) {
            sendLines(client, 30);
            SERVER.advance(Duration.ofSeconds(89));
            sendLines(client, 1);
            SERVER.advance(Duration.ofSeconds(1));
            assertThat(client.hasInput()).isFalse();
            SERVER.advance(Duration.ofSeconds(2));
            assertThat(client.line()).startsWith("421 4.4.2");
            assertThat(client.line()).isEqualTo("(end)");
        }
        assertThat(INTAKE.received).isEmpty();
        Eventually.until("dropped", () -> INTAKE.dropped.size() == 1);
    }

    @Test
    void endsAMessageAfterTenMinutes() throws Exception {
        try (SmtpClient client = inData()) {
            sendLines(client, 600);
            SERVER.advance(Duration.ofMinutes(10).minusSeconds(1));
            assertThat(client.hasInput()).isFalse();
            SERVER.advance(Duration.ofSeconds(1));
            assertThat(client.line()).startsWith("421 4.4.2");
        }
    }

    @Test
    void countsTheTimeOfAChunk() throws Exception {
        try (SmtpClient client = client().envelope("bob@far.test", "ann@one.test")) {
            client.send("BDAT 10000\r\n");
            sendLines(client, 10);
            SERVER.advance(Duration.ofSeconds(69));
            assertThat(client.hasInput()).isFalse();
            SERVER.advance(Duration.ofSeconds(1));
            assertThat(client.line()).startsWith("421 4.4.2");
        }
    }
}
