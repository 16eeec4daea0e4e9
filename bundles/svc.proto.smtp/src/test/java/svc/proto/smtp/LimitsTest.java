package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.ratelimit.RateLimiter;
import svc.testkit.bundles.BundleServer;

/** Tests each limit with the last permitted and the first refused number. */
class LimitsTest {

    private static final ScriptedIntake INTAKE = new ScriptedIntake();

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.with(INTAKE);

    @BeforeEach
    void clear() {
        INTAKE.clear();
    }

    /** Returns a command of a length in octets, with its line end. */
    private static String padded(String command, int length) {
        return command + "x".repeat(length - command.length() - 2);
    }

    @ParameterizedTest
    @CsvSource({"'NOOP ',512,250", "'VRFY ',512,252", "'MAIL FROM:<> X=',2048,555"})
    void refusesALongerCommand(String command, int longest, String reply) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            assertThat(client.ask(padded(command, longest))).startsWith(reply);
            assertThat(client.ask(padded(command, longest + 1))).startsWith("500 5.5.");
        }
    }

    @Test
    void endsTheConnectionAfterALineThatIsLongerThanEachCommand() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.send("x".repeat(4_000));
            assertThat(client.line()).startsWith("500 5.5.6");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @ParameterizedTest
    @CsvSource({"NOOPn", "NOOrPrn", "NOOP 0rn", "NOOPrrn", "n", "MAIL FROM:<a0b>rn"})
    void refusesOtherLineEndsAndControlCharactersInCommands(String line) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.send(line.replace('n', '\n').replace('r', '\r').replace('0', '\0'));
            assertThat(client.line()).startsWith("500 5.5.2");
            assertThat(client.ask("NOOP")).startsWith("250");
        }
    }

    @Test
    void acceptsTenInvalidCommands() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            for (int i = 0; i < SmtpSession.MOST_BAD_COMMANDS; i++) {
                assertThat(client.ask("MEOW")).startsWith("500 5.5.1");
            }
            assertThat(client.ask("NOOP")).startsWith("250");
            assertThat(client.ask("MEOW")).startsWith("421 4.7.0");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void accepts100Recipients() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("bob@far.test");
            for (int i = 0; i < 100; i++) {
                client.expect("RCPT TO:<r" + i + "@one.test>", "250");
            }
            assertThat(client.ask("RCPT TO:<r100@one.test>")).startsWith("452 4.5.3");
            assertThat(client.data("x")).startsWith("250");
        }
        assertThat(INTAKE.only().envelope().recipients()).hasSize(100);
    }

    @Test
    void accepts50MessagesOnOneConnection() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            for (int i = 0; i < 50; i++) {
                client.envelope("bob@far.test", "ann@one.test");
                assertThat(client.data("x")).startsWith("250");
            }
            assertThat(client.ask("MAIL FROM:<>")).startsWith("421 4.7.0");
            assertThat(client.line()).isEqualTo("(end)");
        }
        assertThat(INTAKE.received).hasSize(50);
    }

    /** Tries one unknown recipient more than permitted. */
    private static void tryUnknownRecipients(String from) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp", from)) {
            client.envelope("bob@far.test");
            for (int i = 0; i < MailCommands.MOST_UNKNOWN_RECIPIENTS; i++) {
                assertThat(client.ask("RCPT TO:<unknown" + i + "@one.test>")).startsWith("550 5.1.1");
            }
            client.expect("RCPT TO:<ann@one.test>", "250");
            assertThat(client.ask("RCPT TO:<unknown@one.test>")).startsWith("421 4.7.0");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void bansAnAddressThatTriesUnknownRecipientsOnTenConnections() throws Exception {
        InetAddress address = InetAddress.getByName("127.0.0.77");
        RateLimiter limiter = SERVER.service(RateLimiter.class);
        for (int i = 0; i < 10; i++) {
            assertThat(limiter.bannedUntil(address)).isEmpty();
            tryUnknownRecipients("127.0.0.77");
        }
        assertThat(limiter.bannedUntil(address, "smtp")).isPresent();
        try (SmtpClient client = SmtpClient.connect(SERVER, "smtp", "127.0.0.77")) {
            assertThat(client.line()).startsWith("421 4.7.0");
            assertThat(client.line()).isEqualTo("(end)");
        }
        try (SmtpClient client = SmtpClient.connect(SERVER, "smtp", "127.0.0.78")) {
            client.expect("220");
        }
    }

    @Test
    void acceptsMailFromAnAddressThatIsBannedForFailedSignIns() throws Exception {
        InetAddress address = InetAddress.getByName("127.0.0.79");
        RateLimiter limiter = SERVER.service(RateLimiter.class);
        for (int i = 0; i < 10; i++) {
            limiter.recordFailedSignIn(new RateLimiter.Attempt(address, "imap", 1, i, false));
        }
        assertThat(limiter.bannedUntil(address)).isPresent();
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp", "127.0.0.79")) {
            client.envelope("bob@far.test", "ann@one.test");
            assertThat(client.data("x")).startsWith("250");
        }
    }

    @Test
    void servesManyClientsAtOnce() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(20);
        try {
            List<Future<String>> replies = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String text = "message " + i;
                replies.add(clients.submit(() -> {
                    try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
                        return client.envelope("bob@far.test", "ann@one.test").data(text.repeat(50));
                    }
                }));
            }
            for (Future<String> reply : replies) {
                assertThat(reply.get()).startsWith("250");
            }
        } finally {
            clients.shutdownNow();
        }
        assertThat(INTAKE.received.stream().map(one -> one.text()).distinct()).hasSize(20);
    }
}
