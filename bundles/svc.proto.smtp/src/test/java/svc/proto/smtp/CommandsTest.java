package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;

/** Tests each command of port 25 and its errors. */
class CommandsTest {

    private static final ScriptedIntake INTAKE = new ScriptedIntake();

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.with(INTAKE);

    @BeforeEach
    void clear() {
        INTAKE.clear();
    }

    @Test
    void greetsWithItsNameAndOffersItsExtensions() throws Exception {
        try (SmtpClient client = SmtpClient.connect(SERVER, "smtp", "127.0.0.1")) {
            assertThat(client.line()).isEqualTo("220 mail.example.org ESMTP");
            assertThat(client.askAll("EHLO client.test"))
                    .containsExactly(
                            "250-mail.example.org",
                            "250-PIPELINING",
                            "250-SIZE 65536",
                            "250-8BITMIME",
                            "250-SMTPUTF8",
                            "250-CHUNKING",
                            "250-ENHANCEDSTATUSCODES",
                            "250-LIMITS MAILMAX=50 RCPTMAX=100",
                            "250-STARTTLS",
                            "250 HELP");
            assertThat(client.askAll("HELO client.test")).containsExactly("250 mail.example.org");
            assertThat(client.ask("QUIT")).startsWith("221 2.0.0");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NOOP                                | 250 2.0.0
            NOOP with an argument               | 250 2.0.0
            noop                                | 250 2.0.0
            RSET                                | 250 2.0.0
            RSET now                            | 501 5.5.4
            VRFY ann@one.test                   | 252 2.0.0
            VRFY                                | 501 5.5.4
            EXPN list                           | 502 5.5.1
            ETRN one.test                       | 502 5.5.1
            TURN                                | 502 5.5.1
            HELP                                | 214 2.0.0
            LHLO client.test                    | 500 5.5.1
            AUTH PLAIN AGEAYg==                 | 502 5.5.1
            QUIT now                            | 501 5.5.4
            STARTTLS now                        | 501 5.5.4
            HELO                                | 501 5.5.4
            EHLO two words                      | 501 5.5.4
            EHLO [127.0.0.1]                    | 250 HELP
            EHLO under_score                    | 250 HELP
            XCLIENT NAME=x                      | 500 5.5.1
            R\u017fET                           | 500 5.5.1
            RCPT TO:<ann@one.test>              | 503 5.5.1
            DATA                                | 503 5.5.1
            MAIL                                | 501 5.5.4
            MAIL TO:<ann@one.test>              | 501 5.5.4
            MAIL FROM:ann@one.test              | 501 5.5.4
            MAIL FROM:<ann@one.test             | 501 5.5.4
            MAIL FROM:<ann>                     | 553 5.1.7
            MAIL FROM:<@one.test>               | 553 5.1.7
            MAIL FROM:<a@b@c.test>              | 553 5.1.7
            MAIL FROM:<a..b@one.test>           | 553 5.1.7
            MAIL FROM:<>                        | 250 2.1.0
            MAIL FROM: <ann@one.test>           | 250 2.1.0
            mail from:<"a b>"@one.test>         | 250 2.1.0
            MAIL FROM:<@x.test,@y.test:ann@one.test> | 250 2.1.0
            MAIL FROM:<j\u00fcrgen@one.test>    | 550 5.6.7
            MAIL FROM:<j\u00fcrgen@one.test> SMTPUTF8 | 250 2.1.0
            MAIL FROM:<> SMTPUTF8=1             | 501 5.5.4
            MAIL FROM:<> BODY=8BITMIME          | 250 2.1.0
            MAIL FROM:<> body=7bit              | 250 2.1.0
            MAIL FROM:<> BODY=BINARYMIME        | 501 5.5.4
            MAIL FROM:<> BODY                   | 501 5.5.4
            MAIL FROM:<> SIZE=65536             | 250 2.1.0
            MAIL FROM:<> SIZE=65537             | 552 5.3.4
            MAIL FROM:<> SIZE=99999999999999999999 | 552 5.3.4
            MAIL FROM:<> SIZE=x                 | 501 5.5.4
            MAIL FROM:<> SIZE=1 SIZE=1          | 501 5.5.4
            MAIL FROM:<> REQUIRETLS             | 555 5.5.4
            MAIL FROM:<> RET=FULL               | 555 5.5.4
            MAIL FROM:<> HOLDFOR=60             | 555 5.5.4
            MAIL FROM:<> AUTH=<>                | 555 5.5.4
            MAIL FROM:<> OTHER=1                | 555 5.5.4
            MAIL FROM:<> =1                     | 501 5.5.4
            """)
    void answersCommands(String command, String reply) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            byte[] utf8 = command.getBytes(StandardCharsets.UTF_8);
            assertThat(client.ask(new String(utf8, StandardCharsets.ISO_8859_1)))
                    .startsWith(reply);
            assertThat(client.ask("NOOP")).startsWith("250");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RCPT TO:<ann@one.test>              | 250 2.1.5
            RCPT TO:<postmaster>                | 250 2.1.5
            RCPT TO:<unknown@one.test>          | 550 5.1.1
            RCPT TO:<foreign@far.test>          | 550 5.7.1
            RCPT TO:<full@one.test>             | 552 5.2.2
            RCPT TO:<suspended@one.test>        | 450 4.2.1
            RCPT TO:<>                          | 553 5.1.3
            RCPT TO:<ann>                       | 553 5.1.3
            RCPT TO:<\u00e4nn@one.test>         | 553 5.6.7
            RCPT FROM:<ann@one.test>            | 501 5.5.4
            RCPT TO:<ann@one.test> NOTIFY=NEVER | 555 5.5.4
            RCPT TO:<ann@one.test> ORCPT=rfc822;a | 555 5.5.4
            MAIL FROM:<>                        | 503 5.5.1
            DATA                                | 554 5.5.1
            DATA now                            | 501 5.5.4
            """)
    void answersCommandsOfATransaction(String command, String reply) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("bob@far.test");
            byte[] utf8 = command.getBytes(StandardCharsets.UTF_8);
            assertThat(client.ask(new String(utf8, StandardCharsets.ISO_8859_1)))
                    .startsWith(reply);
        }
    }

    @Test
    void requiresAGreetingBeforeMail() throws Exception {
        try (SmtpClient client = SmtpClient.connect(SERVER, "smtp", "127.0.0.1")) {
            client.expect("220");
            assertThat(client.ask("MAIL FROM:<>")).startsWith("503 5.5.1");
            assertThat(client.ask("HELO client.test")).startsWith("250");
            assertThat(client.ask("MAIL FROM:<>")).startsWith("250");
        }
    }

    @ParameterizedTest
    @CsvSource({"RSET", "EHLO again.test", "HELO again.test"})
    void endsTheTransaction(String command) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("bob@far.test", "ann@one.test");
            client.expect(command, "250");
            assertThat(client.ask("DATA")).startsWith("503");
            assertThat(client.ask("MAIL FROM:<>")).startsWith("250");
        }
    }

    @Test
    void passesTheMessageWithItsEnvelopeAndArrival() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("bob@far.test", "ann@one.test", "eve@one.test", "ann@ONE.test");
            assertThat(client.data("Subject: plans\r\n\r\n..dot\r\n.. two\r\nend"))
                    .startsWith("250 2.0.0 Accepted for ann@one.test (");
            assertThat(client.ask("DATA")).startsWith("503");
        }
        ScriptedIntake.Received received = INTAKE.only();
        assertThat(received.text()).isEqualTo("Subject: plans\r\n\r\n.dot\r\n. two\r\nend\r\n");
        assertThat(received.envelope().sender()).isEqualTo("bob@far.test");
        assertThat(received.envelope().recipients().stream().map(one -> one.address()))
                .containsExactly("ann@one.test", "eve@one.test");
        assertThat(received.arrival().protocol()).isEqualTo("ESMTP");
        assertThat(received.arrival().helo()).isEqualTo("client.test");
        assertThat(received.arrival().client().getHostAddress()).isEqualTo("127.0.0.1");
        assertThat(received.arrival().tls()).isEmpty();
    }

    @Test
    void recordsTlsAndInternationalizedMailInTheArrival() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.expect("STARTTLS", "220");
            client.tls();
            List<String> extensions = client.askAll("EHLO client.test");
            assertThat(extensions).contains("250-REQUIRETLS").doesNotContain("250-STARTTLS");
            client.expect("MAIL FROM:<bob@far.test> SMTPUTF8 REQUIRETLS BODY=8BITMIME", "250");
            client.expect("RCPT TO:<ann@one.test>", "250");
            client.data("Subject: x\r\n");
        }
        assertThat(INTAKE.only().arrival().protocol()).isEqualTo("UTF8SMTPS");
        assertThat(INTAKE.only().arrival().tls().orElseThrow()).startsWith("TLSv1.3 TLS_");
        assertThat(INTAKE.only().envelope().smtpUtf8()).isTrue();
        assertThat(INTAKE.only().envelope().requireTls()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "ann,250 2.0.0",
        "rejects,550 5.7.1",
        "defers,451 4.7.1",
        "rejects ann,250 2.0.0",
        "rejects defers,451 4.7.1",
    })
    void combinesTheRepliesOfTheRecipients(String recipients, String reply) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.expect("MAIL FROM:<>", "250");
            for (String recipient : recipients.split(" ", -1)) {
                client.expect("RCPT TO:<" + recipient + "@one.test>", "250");
            }
            assertThat(client.data("Subject: x\r\n")).startsWith(reply);
        }
    }

    @ParameterizedTest
    @CsvSource({"disk-full,DATA,451 4.3.0", "broken,DATA,354"})
    void asksTheClientToTryAgainWhenTheMessageCannotBeStored(String sender, String command, String reply)
            throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope(sender + "@far.test", "ann@one.test");
            assertThat(client.ask(command)).startsWith(reply);
            if (reply.equals("354")) {
                client.send("x\r\n.\r\n");
                assertThat(client.line()).startsWith("451 4.3.0");
            }
            assertThat(client.ask("MAIL FROM:<>")).startsWith(reply.equals("354") ? "250" : "503");
        }
        assertThat(INTAKE.received).isEmpty();
    }

    @Test
    void acceptsPipelinedCommandsAndMessages() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.send("MAIL FROM:<>\r\nRCPT TO:<ann@one.test>\r\nRCPT TO:<unknown@one.test>\r\nDATA\r\n");
            client.expect("250");
            client.expect("250");
            client.expect("550");
            client.expect("354");
            client.send("one\r\n.\r\nMAIL FROM:<>\r\nRCPT TO:<ann@one.test>\r\nDATA\r\n");
            client.expect("250");
            client.expect("250");
            client.expect("250");
            client.expect("354");
            client.send("two\r\n.\r\nQUIT\r\n");
            client.expect("250");
            client.expect("221");
        }
        assertThat(INTAKE.received.stream().map(ScriptedIntake.Received::text)).containsExactly("one\r\n", "two\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "EHLO client.test^NOOP",
        "HELO client.test^MAIL FROM:<>",
        "MAIL FROM:<>^RCPT TO:<ann@one.test>^DATA^Subject: x"
    })
    void refusesPipeliningOutOfOrder(String commands) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.send(commands.replace("^", "\r\n") + "\r\n");
            String line = client.line();
            while (line.startsWith("250")) {
                line = client.line();
            }
            assertThat(line).startsWith("503 5.5.1");
            assertThat(client.line()).isEqualTo("(end)");
        }
        assertThat(INTAKE.received).isEmpty();
    }

    @Test
    void dropsTheMessageOfAClientThatDisconnectsInData() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("bob@far.test", "ann@one.test");
            client.expect("DATA", "354");
            client.send("Subject: x\r\n\r\nhalf");
        }
        Eventually.until("dropped", () -> INTAKE.dropped.size() == 1);
        assertThat(INTAKE.received).isEmpty();
    }
}
