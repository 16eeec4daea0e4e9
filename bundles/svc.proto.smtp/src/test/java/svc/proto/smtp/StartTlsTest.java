package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;

/** Tests STARTTLS, and commands that an attacker adds before the handshake. */
class StartTlsTest {

    private static final ScriptedIntake INTAKE = new ScriptedIntake();

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.with(INTAKE);

    @BeforeEach
    void clear() {
        INTAKE.clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"smtp", "submission", "lmtp"})
    void forgetsWhatTheClientSaidBefore(String listener) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, listener)) {
            client.expect("STARTTLS", "220 2.0.0");
            client.tls();
            String reply = client.ask("MAIL FROM:<>");
            assertThat(reply).startsWith(listener.equals("submission") ? "530 5.7.0" : "503 5.5.1");
            String greeting = listener.equals("lmtp") ? "LHLO client.test" : "EHLO client.test";
            assertThat(client.askAll(greeting)).doesNotContain("250-STARTTLS").contains("250-REQUIRETLS");
            assertThat(client.ask("STARTTLS")).startsWith("503 5.5.1");
        }
    }

    @Test
    void endsTheTransactionBefore() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("evil@far.test", "ann@one.test");
            client.expect("STARTTLS", "220");
            client.tls();
            client.expect("EHLO client.test", "250");
            assertThat(client.ask("DATA")).startsWith("503");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MAIL FROM:<evil@far.test>\r\n", "RSET\r\n", "AUTH PLAIN", "\r\n", "x"})
    void refusesCommandsThatFollowInTheClear(String injected) throws Exception {
        for (String listener : new String[] {"smtp", "submission", "lmtp"}) {
            try (SmtpClient client = SmtpClient.greeted(SERVER, listener)) {
                client.send("STARTTLS\r\n" + injected);
                assertThat(client.line()).startsWith("554 5.5.1");
                assertThat(client.line()).isEqualTo("(end)");
            }
        }
    }

    @Test
    void refusesAHandshakeAfterCommandsInTheClear() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.expect("STARTTLS", "220");
            client.send("MAIL FROM:<evil@far.test>\r\n");
            Assertions.assertThatThrownBy(client::tls).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"smtp", "submission", "submissions"})
    @Covers(value = "TLS-01", part = "SMTP", open = "IMAP")
    void endsAHandshakeAfter30Seconds(String listener) throws Exception {
        SmtpClient client = SmtpClient.connect(SERVER, listener, "127.0.0.1");
        try (client) {
            if (!listener.equals("submissions")) {
                client.expect("220");
                client.expect("EHLO client.test", "250");
                client.expect("STARTTLS", "220");
            }
            SERVER.advance(Duration.ofSeconds(29));
            assertThat(client.ended()).isFalse();
            Eventually.until("closed", () -> {
                SERVER.advance(Duration.ofSeconds(1));
                return client.ended();
            });
        }
    }

    @Test
    void beginsTlsAtOnceOnTheOtherPortForSubmission() throws Exception {
        try (SmtpClient client =
                SmtpClient.connect(SERVER, "submissions", "127.0.0.1").tls()) {
            client.expect("220 mail.example.org ESMTP");
            assertThat(client.askAll("EHLO client.test"))
                    .contains("250-AUTH PLAIN LOGIN OAUTHBEARER", "250-DSN")
                    .doesNotContain("250-STARTTLS");
        }
    }
}
