package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.MailDomains;
import svc.api.delivery.SmtpReply;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;

/** Tests the submission of messages, from the sign-in to the inbox of the recipient. */
class SubmissionTest {

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.configured();

    private static int accounts;

    private final String ann = "ann-" + name(++accounts) + "@one.test";
    private final LocalSender bob = LocalSender.of(SERVER, "bob-" + name(accounts) + "@one.test");

    /** Returns a name without digits, because digits have a meaning in the texts of the sign-ins. */
    private static String name(int number) {
        return (char) ('a' + number / 26) + "" + (char) ('a' + number % 26);
    }

    @BeforeEach
    void createAccount() {
        SERVER.user(ann);
    }

    private String bobsAddress() {
        return bob.user().who().email();
    }

    /** Returns the only message in the inbox of the recipient. */
    private String delivered(String subject) {
        bob.awaitInbox(subject);
        String blob = bob.user()
                .using(
                        LocalSender.BOTH,
                        "['Email/query',{'accountId':'@'},'q']",
                        "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},"
                                + "'properties':['blobId']},'g']")
                .at("/1/1/list/0/blobId")
                .asText();
        return new String(bob.user().who().download(blob).orElseThrow(), StandardCharsets.ISO_8859_1);
    }

    private String header(String more) {
        return "From: Ann <" + ann + ">\r\nTo: " + bobsAddress() + "\r\n" + more + "\r\n";
    }

    @Test
    void requiresTlsAndASignIn() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "submission")) {
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith("530 5.7.0");
            assertThat(client.ask("VRFY " + ann)).startsWith("530 5.7.0");
            assertThat(client.ask("AUTH PLAIN " + SmtpClient.plain(ann, "secret")))
                    .startsWith("538 5.7.11");
            assertThat(client.askAll("EHLO client.test"))
                    .contains("250-STARTTLS", "250-DSN")
                    .noneMatch(line -> line.contains("AUTH"));
            client.expect("STARTTLS", "220");
            client.tls();
            assertThat(client.askAll("EHLO client.test"))
                    .contains("250-AUTH PLAIN LOGIN OAUTHBEARER")
                    .anyMatch(line -> line.startsWith("250-FUTURERELEASE 2592000 20"));
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith("530 5.7.0 Sign in");
            assertThat(client.ask("AUTH PLAIN " + SmtpClient.plain(ann, "secret")))
                    .startsWith("235 2.7.0");
            assertThat(client.ask("AUTH PLAIN " + SmtpClient.plain(ann, "secret")))
                    .startsWith("503 5.5.1");
            assertThat(client.askAll("EHLO client.test")).noneMatch(line -> line.contains("AUTH"));
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith("250");
        }
    }

    /** The commands of a sign-in, in which A is the address; after the last command the reply follows. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            AUTH PLAIN {0A0secret}                        | 235 2.7.0
            AUTH PLAIN {A0A0secret}                       | 235 2.7.0
            AUTH PLAIN^{0A0secret}                        | 235 2.7.0
            auth plain {0A0secret}                        | 235 2.7.0
            AUTH LOGIN^{A}^{secret}                       | 235 2.7.0
            AUTH LOGIN {A}^{secret}                       | 235 2.7.0
            AUTH OAUTHBEARER {n,a=A,1host=x1auth=Bearer A11} | 235 2.7.0
            AUTH OAUTHBEARER^{n,,1auth=Bearer A11}        | 235 2.7.0
            AUTH PLAIN {0A0wrong}                         | 535 5.7.8
            AUTH PLAIN {0nobody@one.test0secret}          | 535 5.7.8
            AUTH PLAIN {0A0account password}              | 534 5.7.9
            AUTH PLAIN {0A0off}                           | 534 5.7.9
            AUTH PLAIN {0A0busy}                          | 454 4.7.0
            AUTH PLAIN {0A0banned}                        | 421 4.7.0
            AUTH PLAIN {eve@one.test0A0secret}            | 501 5.5.2
            AUTH PLAIN {A0secret}                         | 501 5.5.2
            AUTH PLAIN {0A0}                              | 501 5.5.2
            AUTH PLAIN =                                  | 501 5.5.2
            AUTH PLAIN =AAA                               | 501 5.5.2
            AUTH PLAIN AAA=BBB                            | 501 5.5.2
            AUTH PLAIN {0A0secret} more                   | 501 5.5.4
            AUTH PLAIN^*                                  | 501 5.7.0
            AUTH LOGIN^{A}^*                              | 501 5.7.0
            AUTH LOGIN^^{secret}                          | 501 5.5.2
            AUTH CRAM-MD5                                 | 504 5.5.4
            AUTH                                          | 504 5.5.4
            AUTH OAUTHBEARER {n,,1auth=Bearer wrong11}^AQ== | 535 5.7.8
            AUTH OAUTHBEARER {n,,1auth=Bearer bound:x11}^AQ== | 535 5.7.8
            AUTH OAUTHBEARER {n,,1auth=Basic A11}         | 501 5.5.2
            AUTH OAUTHBEARER {p=x,,1auth=Bearer A11}      | 501 5.5.2
            AUTH OAUTHBEARER {1}                          | 501 5.5.2
            """)
    void signsIn(String commands, String reply) throws Exception {
        try (SmtpClient client = SmtpClient.withTls(SERVER)) {
            String line = "";
            for (String command : commands.split("\\^", -1)) {
                assertThat(line).matches("|334.*");
                line = client.ask(encoded(command));
            }
            assertThat(line).startsWith(reply);
        }
    }

    /** Encodes the text in braces, where 0 is NUL and 1 is the separator of OAUTHBEARER. */
    private String encoded(String command) {
        int begin = command.indexOf('{');
        if (begin < 0) {
            return command;
        }
        int end = command.indexOf('}');
        String text = command.substring(begin + 1, end)
                .replace('0', '\0')
                .replace('1', '\1')
                .replace("A", ann);
        return command.substring(0, begin) + SmtpClient.base64(text) + command.substring(end + 1);
    }

    @Test
    void endsTheConnectionAfterThreeFailedSignIns() throws Exception {
        try (SmtpClient client = SmtpClient.withTls(SERVER)) {
            String wrong = "AUTH PLAIN " + SmtpClient.plain(ann, "wrong");
            assertThat(client.ask(wrong)).startsWith("535 5.7.8");
            assertThat(client.ask(wrong)).startsWith("535 5.7.8");
            assertThat(client.ask(wrong)).startsWith("421 4.7.0");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void acceptsLongResponses() throws Exception {
        try (SmtpClient client = SmtpClient.withTls(SERVER)) {
            String secret = "x".repeat(9_000);
            assertThat(client.ask("AUTH PLAIN " + SmtpClient.plain(ann, secret)))
                    .startsWith("535");
            client.send("AUTH PLAIN " + "A".repeat(12_288));
            assertThat(client.line()).startsWith("500 5.5.6");
        }
    }

    @Test
    void deliversWithoutBccAndWithDateAndMessageId() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            client.envelope(ann, bobsAddress());
            String message =
                    header("Subject: plans\r\nBcc: eve@one.test,\r\n frank@one.test\r\nReturn-Path: <x@y.test>\r\n");
            assertThat(client.data(message + "Dear Bob\r\n..")).startsWith("250 2.0.0 Queued as q");
        }
        String delivered = delivered("plans");
        assertThat(delivered)
                .doesNotContain("eve@", "frank@", "x@y.test", "127.0.0.1", "client.test")
                .contains("Received: by one.test with ESMTPSA;", "\r\nFrom: Ann <" + ann + ">\r\n")
                .containsPattern("\r\nDate: \\w{3}, \\d")
                .containsPattern("\r\nMessage-ID: <[0-9a-f-]{36}@one\\.test>\r\n")
                .endsWith("\r\n\r\nDear Bob\r\n.\r\n");
    }

    @Test
    @SuppressWarnings("try") // closing the registration is its only use
    void domainWithoutDnsProofIsDeferredAtMail() throws Exception {
        MailDomains domains = new MailDomains() {
            @Override
            public Optional<SmtpReply> senderDeferral(String address) {
                return Optional.of(new SmtpReply(451, "4.7.1", "The domain " + address + " has no proof."));
            }

            @Override
            public Optional<SmtpReply> recipientDeferral(String address) {
                return Optional.empty();
            }

            @Override
            public Optional<RelayDomain> relayDomain(String addressOrDomain) {
                return Optional.empty();
            }
        };
        try (AutoCloseable registration = SERVER.register(MailDomains.class, domains);
                SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith("451 4.7.1 The domain " + ann);
            assertThat(client.ask("RCPT TO:<" + bobsAddress() + ">")).startsWith("503 5.5.1");
            assertThat(client.ask("MAIL FROM:<eve@one.test>")).startsWith("550 5.7.1");
        }
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith("250");
        }
    }

    @Test
    void keepsDateAndMessageId() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            client.envelope(ann.replace("@", "+shop@"), bobsAddress());
            String fields = "Subject: kept\r\nDate: Tue, 1 Apr 2025 10:20:30 +0200\r\nmessage-id: <one@one.test>\r\n";
            assertThat(client.data(header(fields) + "x")).startsWith("250");
        }
        assertThat(delivered("kept").toLowerCase(Locale.ROOT).split("\r\n(date|message-id):", -1))
                .hasSize(3);
    }

    @Test
    void acceptsAMessageInChunks() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            client.envelope(ann, bobsAddress());
            String header = header("Subject: chunks\r\n");
            client.send("BDAT " + (header.length() - 1) + "\r\n" + header.substring(0, header.length() - 1));
            client.expect("250");
            client.send("BDAT 5 LAST\r\n\nab\r\n");
            client.expect("250 2.0.0 Queued");
        }
        assertThat(delivered("chunks")).endsWith("\r\n\r\nab\r\n");
    }

    @Test
    void refusesAddressesOfOthers() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            assertThat(client.ask("MAIL FROM:<" + bobsAddress() + ">")).startsWith("550 5.7.1");
            assertThat(client.ask("MAIL FROM:<eve@far.test>")).startsWith("550 5.7.1");
            client.envelope(ann, bobsAddress());
            assertThat(client.data("From: " + bobsAddress() + "\r\nSubject: x\r\n\r\nx"))
                    .startsWith("550 5.7.1");
            client.envelope("", bobsAddress());
            assertThat(client.data("From: " + ann + "\r\nSender: " + bobsAddress() + "\r\n\r\nx"))
                    .startsWith("550 5.7.1");
            client.envelope(ann, bobsAddress());
            assertThat(client.data("Subject: no sender\r\n\r\nx")).startsWith("554 5.6.0");
            client.envelope(ann, bobsAddress());
            assertThat(client.data(header("no field\r\n") + "x")).startsWith("554 5.6.0");
            client.envelope(ann, bobsAddress());
            assertThat(client.data("x")).startsWith("554 5.6.0");
            client.envelope(ann, bobsAddress());
            assertThat(client.data(
                            header("Subject: x\r\nX: " + "y".repeat(900) + "\r\n" + ("Y: z\r\n").repeat(50_000))))
                    .startsWith("55");
            client.envelope(ann, bobsAddress());
            assertThat(client.data(header("Subject: at last\r\n"))).startsWith("250");
        }
        bob.awaitInbox("at last");
    }

    @Test
    void refusesRecipientsThatCannotBeReached() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            client.envelope(ann);
            assertThat(client.ask("RCPT TO:<nobody@one.test>")).startsWith("550 5.1.1");
            assertThat(client.ask("RCPT TO:<eve@far.test>")).startsWith("550 5.1.2");
            assertThat(client.ask("RCPT TO:<" + bobsAddress() + ">")).startsWith("250");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MAIL RET=HDRS ENVID=QQ314159               | 250
            MAIL RET=full ENVID=a+2Bb                  | 250
            MAIL RET=BODY                              | 501 5.5.4
            MAIL ENVID=a+2                             | 501 5.5.4
            MAIL ENVID                                 | 501 5.5.4
            MAIL AUTH=<>                               | 250
            MAIL AUTH=e+3Dmc2@one.test                 | 250
            MAIL AUTH=+zz                              | 501 5.5.4
            MAIL REQUIRETLS                            | 250
            MAIL HOLDFOR=2592000                       | 250
            MAIL HOLDFOR=2592001                       | 501 5.5.4
            MAIL HOLDFOR=0                             | 501 5.5.4
            MAIL HOLDFOR=60 HOLDUNTIL=2030-01-01T00:00:00Z | 501 5.5.4
            MAIL HOLDUNTIL=2100-01-01T00:00:00Z        | 501 5.5.4
            MAIL HOLDUNTIL=tomorrow                    | 501 5.5.4
            MAIL HOLDUNTIL=2020-01-01T00:00:00Z        | 250
            RCPT NOTIFY=SUCCESS,FAILURE,DELAY ORCPT=rfc822;bob+40one.test | 250
            RCPT notify=never                          | 250
            RCPT NOTIFY=NEVER,SUCCESS                  | 501 5.5.4
            RCPT NOTIFY=FAILURE,FAILURE                | 501 5.5.4
            RCPT NOTIFY=                               | 501 5.5.4
            RCPT NOTIFY=SOMETIMES                      | 501 5.5.4
            RCPT ORCPT=bob                             | 501 5.5.4
            RCPT ORCPT=rfc822;                         | 501 5.5.4
            RCPT ORCPT=rfc822;a=b                      | 501 5.5.4
            RCPT BODY=7BIT                             | 555 5.5.4
            """)
    void acceptsTheParametersOfSubmission(String command, String reply) throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            String parameters = command.substring(4);
            if (command.startsWith("MAIL")) {
                assertThat(client.ask("MAIL FROM:<" + ann + ">" + parameters)).startsWith(reply);
            } else {
                client.envelope(ann);
                assertThat(client.ask("RCPT TO:<" + bobsAddress() + ">" + parameters))
                        .startsWith(reply);
            }
        }
    }

    @Test
    void holdsAMessage() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            client.expect("MAIL FROM:<" + ann + "> HOLDFOR=3600", "250");
            client.expect("RCPT TO:<" + bobsAddress() + ">", "250");
            assertThat(client.data(header("Subject: later\r\n"))).startsWith("250");
        }
        SERVER.advance(Duration.ofMinutes(59));
        assertThat(bob.subjects("inbox")).isEmpty();
        SERVER.advance(Duration.ofMinutes(2));
        bob.awaitInbox("later");
    }

    @Test
    void endsTheConnectionWhenTheSignInEnds() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            client.envelope(ann, bobsAddress());
            SERVER.directory().sendAway(SERVER.user(ann).account());
            SERVER.advance(Duration.ofSeconds(1));
            assertThat(client.line()).startsWith("421 4.7.0 The sign-in has ended");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void endsAMessageWhenTheSignInEnds() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            client.envelope(ann, bobsAddress());
            client.expect("DATA", "354");
            SERVER.directory().sendAway(SERVER.user(ann).account());
            client.send(header("Subject: too late\r\n") + "\r\n.\r\n");
            assertThat(client.line()).startsWith("421 4.7.0");
        }
        assertThat(bob.subjects("inbox")).isEmpty();
    }

    @Test
    void limitsTheRecipientsWithinAnHour() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            for (int i = 0; i < 3; i++) {
                client.expect("MAIL FROM:<" + ann + ">", "250");
                for (int j = 0; j < 100; j++) {
                    client.expect("RCPT TO:<" + bobsAddress().replace("@", "+" + j + "@") + ">", "250");
                }
                assertThat(client.data(header("Subject: to many\r\n"))).startsWith("250");
            }
            client.envelope(ann, bobsAddress());
            assertThat(client.data(header("Subject: x\r\n"))).startsWith("451 4.7.0 An account may send to 300 ");
        }
        SERVER.advance(Duration.ofHours(1));
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            client.envelope(ann, bobsAddress());
            assertThat(client.data(header("Subject: x\r\n"))).startsWith("250");
        }
    }

    @Test
    void refusesSubmissionOfATenantWithoutIt() throws Exception {
        SERVER.user("carl@two.test");
        SERVER.directory().switchOff("twotest", LocalSender.URN);
        try (SmtpClient client = SmtpClient.signedIn(SERVER, "carl@two.test")) {
            assertThat(client.ask("MAIL FROM:<carl@two.test>")).startsWith("550 5.7.1 Sending mail is disabled");
        }
    }
}
