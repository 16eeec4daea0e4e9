package svc.cap.submission;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.identity.Caller;
import svc.cap.submission.api.Outbox;
import svc.cap.submission.api.Outbox.OutgoingMail;
import svc.cap.submission.api.Outbox.Queued;
import svc.cap.submission.api.Outbox.Reason;
import svc.cap.submission.api.Outbox.Refused;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;

/** Tests the messages that other protocols send. */
class OutboxTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail()
            .configured("svc.submission", Map.of("recipients.per.hour", 5, "recipients.per.day", 8));

    @BeforeAll
    static void createAccount() {
        SERVER.user("bob@one.test");
    }

    private static Outbox outbox() {
        return SERVER.service(Outbox.class);
    }

    private static Caller caller(String address) {
        return new Caller(SERVER.user(address).account(), "device", Caller.CredentialKind.APP_PASSWORD, "127.0.0.1");
    }

    private static Arrival arrival() {
        return new Arrival(InetAddress.getLoopbackAddress(), "client.test", "ESMTPSA", Optional.empty(), SERVER.now());
    }

    private static Outbox.Result send(String address, String message, String... recipients) throws IOException {
        Envelope envelope = Envelope.of(address, List.of(recipients));
        try (OutgoingMail mail = outbox().begin(caller(address), envelope, arrival(), SERVER.now())) {
            mail.out().write(message.getBytes(UTF_8));
            return mail.send();
        }
    }

    private static String message(String from, String subject) {
        return "From: " + from + "\r\nSubject: " + subject + "\r\n\r\nx\r\n";
    }

    private static String[] recipients(int count) {
        return IntStream.range(0, count).mapToObj(i -> "bob+" + i + "@one.test").toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({"bob@one.test,", "nobody@one.test,UNKNOWN_RECIPIENT", "x@far.test,NO_TRANSPORT", "bob,INVALID_RECIPIENT"
    })
    void checksRecipients(String address, Reason reason) {
        assertThat(outbox().checkRecipient(address).map(Refused::reason).orElse(null))
                .isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({"'',", "ann@one.test,", "ann+a@one.test,", "bob@one.test,FOREIGN_SENDER", "x,FOREIGN_SENDER"})
    void checksTheReturnPath(String address, Reason reason) {
        assertThat(outbox().checkSender(caller("ann@one.test"), address)
                        .map(Refused::reason)
                        .orElse(null))
                .isEqualTo(reason);
    }

    @Test
    void refusesAMessageWithoutAHeaderOrAMessageOfNoOctets() throws IOException {
        for (String message : List.of("", "\r\n", "\r\nx", "x")) {
            assertThat(send("ann@one.test", message, "bob@one.test"))
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused -> assertThat(refused.reason()).isEqualTo(Reason.INVALID_HEADER));
        }
    }

    @Test
    void limitsTheRecipientsOfAnAccountOverJmapAndOtherProtocols() throws IOException {
        LocalSender carl = LocalSender.of(SERVER, "carl@one.test");
        carl.send("bob@one.test", "by JMAP");
        String message = message("carl@one.test", "by SMTP");
        assertThat(send("carl@one.test", message, recipients(4))).isInstanceOf(Queued.class);
        assertThat(send("carl@one.test", message, "bob@one.test"))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.RECIPIENT_RATE));
        assertThat(carl.submit(carl.draft("bob@one.test", "too many"), "")
                        .at("/notCreated/s/type")
                        .asText())
                .isEqualTo("rateLimit");
        assertThat(send("dora@one.test", message("dora@one.test", "of another account"), "bob@one.test"))
                .isInstanceOf(Queued.class);

        SERVER.advance(Duration.ofHours(1));
        assertThat(send("carl@one.test", message, recipients(4))).isInstanceOf(Refused.class);
        assertThat(send("carl@one.test", message, recipients(3))).isInstanceOf(Queued.class);
        SERVER.advance(Duration.ofHours(1));
        assertThat(send("carl@one.test", message, "bob@one.test")).isInstanceOf(Refused.class);
        SERVER.advance(Duration.ofHours(22));
        assertThat(send("carl@one.test", message, recipients(5))).isInstanceOf(Queued.class);
    }

    @Test
    void queuesNothingUnlessTheMessageIsSent() throws IOException {
        try (OutgoingMail mail = outbox().begin(
                        caller("ann@one.test"),
                        Envelope.of("ann@one.test", List.of("bob@one.test")),
                        arrival(),
                        SERVER.now())) {
            mail.out().write(message("ann@one.test", "never sent").getBytes(UTF_8));
        }
        assertThat(LocalSender.of(SERVER, "bob@one.test").subjects("inbox")).doesNotContain("never sent");
    }

    @Test
    void refusesAMessageOfAnAccountOverQuota() throws IOException {
        SERVER.directory().limit(SERVER.user("full@one.test").account(), 10);
        assertThat(send("full@one.test", message("full@one.test", "x"), "bob@one.test"))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.OVER_QUOTA));
    }
}
