package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.bundles.BundleServer;

/** Tests LMTP (RFC 2033). */
class LmtpTest {

    private static final ScriptedIntake INTAKE = new ScriptedIntake();

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.with(INTAKE);

    @BeforeEach
    void clear() {
        INTAKE.clear();
    }

    @Test
    void repliesForEachAcceptedRecipient() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "lmtp")) {
            client.envelope("bob@far.test", "ann@one.test");
            client.expect("RCPT TO:<unknown@one.test>", "550");
            client.expect("RCPT TO:<rejects@one.test>", "250");
            client.expect("RCPT TO:<defers@one.test>", "250");
            client.expect("RCPT TO:<ann@ONE.test>", "250");
            assertThat(client.data("x")).startsWith("250 2.0.0 Accepted for ann@one.test (");
            assertThat(client.line()).startsWith("550 5.7.1");
            assertThat(client.line()).startsWith("451 4.7.1");
            assertThat(client.line()).startsWith("250 2.0.0 Accepted for ann@one.test (");
            assertThat(client.ask("NOOP")).startsWith("250");
        }
        assertThat(INTAKE.only().arrival().protocol()).isEqualTo("LMTP");
        assertThat(INTAKE.only().arrival().isLmtp()).isTrue();
    }

    @Test
    void repliesForEachRecipientToTheLastChunk() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "lmtp")) {
            client.envelope("bob@far.test", "ann@one.test", "defers@one.test");
            client.send("BDAT 3\r\nx\r\nBDAT 0 LAST\r\nNOOP\r\n");
            client.expect("250 2.0.0");
            client.expect("250 2.0.0 Accepted");
            client.expect("451");
            client.expect("250");
        }
    }

    @Test
    void repliesForEachRecipientOfARefusedMessage() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "lmtp")) {
            client.envelope("broken@far.test", "ann@one.test", "eve@one.test");
            assertThat(client.data("x")).startsWith("451 4.3.0");
            assertThat(client.line()).startsWith("451 4.3.0");
            client.envelope("bob@far.test", "ann@one.test", "eve@one.test");
            assertThat(client.data(("x".repeat(98) + "\r\n").repeat(700))).startsWith("552 5.3.4");
            assertThat(client.line()).startsWith("552 5.3.4");
            assertThat(client.ask("NOOP")).startsWith("250");
        }
        assertThat(INTAKE.received).isEmpty();
    }

    @Test
    void repliesForEachRecipientOfAMessageWithBareLineEnds() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "lmtp")) {
            client.envelope("bob@far.test", "ann@one.test", "eve@one.test");
            assertThat(client.data("a\nb")).startsWith("550 5.6.11 Line 1 ");
            assertThat(client.line()).startsWith("550 5.6.11 Line 1 ");
        }
    }

    @ParameterizedTest
    @CsvSource({"EHLO client.test,500", "HELO client.test,500", "LHLO,501", "AUTH PLAIN x,502", "DATA,503"})
    void refusesCommandsOfSmtp(String command, String reply) throws Exception {
        try (SmtpClient client = SmtpClient.connect(SERVER, "lmtp", "127.0.0.1")) {
            assertThat(client.line()).isEqualTo("220 mail.example.org LMTP");
            assertThat(client.ask(command)).startsWith(reply);
        }
    }

    @Test
    void refusesDataWithoutARecipientAsABadSequence() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "lmtp")) {
            client.envelope("bob@far.test");
            assertThat(client.ask("DATA")).startsWith("503 5.5.1");
            client.send("BDAT 1 LAST\r\nx");
            assertThat(client.line()).startsWith("503 5.5.1");
            assertThat(client.ask("NOOP")).startsWith("250");
        }
    }

    @Test
    void doesNotEndTheConnectionForUnknownRecipients() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "lmtp")) {
            client.envelope("bob@far.test");
            for (int i = 0; i < 20; i++) {
                client.expect("RCPT TO:<unknown" + i + "@one.test>", "550 5.1.1");
            }
        }
    }
}
