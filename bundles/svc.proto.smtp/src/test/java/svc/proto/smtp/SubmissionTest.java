package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.MailDomains;
import svc.api.delivery.SmtpReply;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;

/** Tests the submission of messages, up to the inbox of the recipient. */
class SubmissionTest {

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.configured();

    private final String ann = SERVER.newUser().email();
    private final LocalSender bob = LocalSender.of(SERVER, SERVER.newUser().email());

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
            assertThat(client.data(header("Subject: x\r\nX: " + "y".repeat(900) + "\r\n" + "Y: z\r\n".repeat(50_000))))
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
