package svc.delivery.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.ReturnContent;
import svc.delivery.intake.Arrivals;
import svc.delivery.intake.Queued;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Delivery status notifications (RFC 3461, RFC 3464, RFC 6522, RFC 6533). */
final class DeliveryReportsTest {

    @RegisterExtension
    private static final BundleServer SERVER =
            BundleServer.withMailStorage("svc.delivery").configured("svc.mail", Map.of("hostname", "mx.own.test"));

    private final Arrivals arrivals = new Arrivals(SERVER);
    private final Queued queued = new Queued(SERVER);

    private static LocalMailUser user(String email) {
        return LocalMailUser.of(SERVER, email);
    }

    private String reports(LocalMailUser user, int count) {
        queued.awaitEmpty(user);
        List<String> subjects = arrivals.subjects(user, "inbox");
        assertThat(subjects).hasSize(count);
        return count == 0 ? "" : arrivals.filed(user, "your message to");
    }

    @Test
    void oneNotificationCoversAllFailedRecipients() throws Exception {
        LocalMailUser ann = user("ann@dsn.test");
        user("bob@dsn.test");
        Envelope envelope = Queued.envelope(
                "ann@dsn.test", ReturnContent.HEADERS, Set.of(), "x@dsn.test", "bob@dsn.test", "y@dsn.test");
        queued.send(ann, envelope, Arrivals.message("dsn"));
        String report = reports(ann, 1);
        assertThat(report)
                .startsWith("Return-Path: <>\r\n")
                .contains(
                        "From: Mail delivery <mailer-daemon@mx.own.test>",
                        "Subject: Not delivered: your message to x@dsn.test and 1 other\r\n",
                        "Original-Envelope-Id: env-1\r\nReporting-MTA: dns; mx.own.test\r\nArrival-Date: ",
                        "\r\n\r\nOriginal-Recipient: rfc822;orig-x@dsn.test\r\nFinal-Recipient: rfc822; x@dsn.test\r\n"
                                + "Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No account has this address.",
                        "Final-Recipient: rfc822; y@dsn.test",
                        "Content-Type: text/rfc822-headers",
                        "Subject: dsn\r\n")
                .doesNotContain("bob@dsn.test\r\nAction", "Hello", "mailer-daemon@dsn.test");
        assertThat(report.split("Content-Type: message/delivery-status", -1)).hasSize(2);
    }

    @Test
    void wholeMessageIsReturnedWhenTheSenderAsksForIt() throws Exception {
        LocalMailUser ann = user("ann@full.test");
        queued.send(
                ann,
                Queued.envelope("ann@full.test", ReturnContent.FULL, Set.of(Notify.FAILURE), "x@full.test"),
                Arrivals.message("full"));
        assertThat(reports(ann, 1)).contains("Content-Type: message/rfc822", "Hello");
        LocalMailUser bob = user("bob@large.test");
        queued.send(
                bob,
                Queued.envelope("bob@large.test", ReturnContent.FULL, Set.of(), "x@large.test"),
                (new String(Arrivals.message("large"), UTF_8) + "line\r\n".repeat(10_000)).getBytes(UTF_8));
        assertThat(reports(bob, 1)).contains("text/rfc822-headers").doesNotContain("line");
    }

    @Test
    void senderIsNotNotifiedWithoutAReason() throws Exception {
        LocalMailUser ann = user("ann@never.test");
        queued.send(
                ann,
                Queued.envelope("ann@never.test", ReturnContent.FULL, Set.of(Notify.NEVER), "x@never.test"),
                Arrivals.message("never"));
        queued.send(
                ann,
                Queued.envelope("ann@never.test", ReturnContent.FULL, Set.of(Notify.SUCCESS), "y@never.test"),
                Arrivals.message("success"));
        queued.send(ann, Envelope.of("", List.of("z@never.test")), Arrivals.message("null"));
        reports(ann, 0);
    }

    @Test
    void successIsReportedOnRequest() throws Exception {
        LocalMailUser ann = user("ann@good.test");
        user("bob@good.test");
        queued.send(
                ann,
                Queued.envelope("ann@good.test", ReturnContent.FULL, Set.of(Notify.SUCCESS), "bob@good.test"),
                Arrivals.message("good"));
        assertThat(reports(ann, 1))
                .contains("Subject: Delivered: your message to bob@good.test", "Action: delivered\r\nStatus: 2.1.5\r\n")
                .doesNotContain("Hello");
    }

    @Test
    void waitingRecipientDoesNotDelayTheNotification() throws Exception {
        LocalMailUser ann = user("ann@wait.test");
        queued.send(
                ann,
                Envelope.of("ann@wait.test", List.of("x@wait.test", "carl@far.example")),
                Arrivals.message("wait"));
        ann.who().await("a report", () -> arrivals.subjects(ann, "inbox").size() == 1);
        SERVER.advance(Duration.ofDays(5).plusMinutes(1));
        queued.awaitEmpty(ann);
        assertThat(arrivals.subjects(ann, "inbox"))
                .containsExactly(
                        "Not delivered: your message to carl@far.example",
                        "Not delivered: your message to x@wait.test");
    }

    @Test
    void internationalizedAddressHasTheGlobalType() throws Exception {
        LocalMailUser ann = user("ann@utf8.test");
        Envelope envelope = new Envelope(
                "ann@utf8.test",
                List.of(Envelope.Recipient.of("jürgen@utf8.test")),
                true,
                false,
                Optional.empty(),
                ReturnContent.HEADERS);
        queued.send(ann, envelope, Arrivals.message("utf8"));
        assertThat(reports(ann, 1))
                .contains("message/global-delivery-status", "message/global-headers", "Final-Recipient: utf-8; j");
    }

    private void awaitAttempts(LocalMailUser user, long n, int i, int count) {
        user.who()
                .await(
                        "attempt " + count,
                        () -> queued.queue().recipients(n).get(i).attempts() == count);
    }

    @Test
    void senderIsNotifiedOnceOfADelayOfFourHours() throws Exception {
        LocalMailUser ann = user("ann@slow.test");
        Envelope envelope = new Envelope(
                "ann@slow.test",
                List.of(
                        Envelope.Recipient.of("a@far.example"),
                        new Envelope.Recipient("b@far.example", Set.of(Notify.FAILURE), Optional.empty()),
                        new Envelope.Recipient("c@far.example", Set.of(Notify.NEVER), Optional.empty()),
                        new Envelope.Recipient("d@far.example", Set.of(Notify.DELAY), Optional.empty())),
                false,
                false,
                Optional.of("env-2"),
                ReturnContent.FULL);
        long n = queued.send(ann, envelope, Arrivals.message("slow"));
        for (int i = 0; i < 4; i++) {
            awaitAttempts(ann, n, i, 1);
        }
        SERVER.advance(Duration.ofHours(4).minusMinutes(1));
        for (int i = 0; i < 4; i++) {
            awaitAttempts(ann, n, i, 2);
        }
        assertThat(arrivals.subjects(ann, "inbox")).isEmpty();
        SERVER.advance(Duration.ofMinutes(1));
        ann.who().await("a report", () -> !arrivals.subjects(ann, "inbox").isEmpty());
        assertThat(arrivals.subjects(ann, "inbox"))
                .containsExactly("Delayed: your message to a@far.example and 1 other");
        assertThat(arrivals.filed(ann, "Delayed"))
                .contains(
                        "Original-Envelope-Id: env-2",
                        "Final-Recipient: rfc822; a@far.example\r\nAction: delayed\r\nStatus: 4.4.0\r\n",
                        "Final-Recipient: rfc822; d@far.example\r\nAction: delayed",
                        "Will-Retry-Until: ",
                        "text/rfc822-headers")
                .doesNotContain("b@far.example", "c@far.example", "Action: failed", "Hello");
        SERVER.advance(Duration.ofHours(5));
        awaitAttempts(ann, n, 3, 4);
        SERVER.advance(Duration.ofDays(5));
        queued.awaitEmpty(ann);
        assertThat(arrivals.subjects(ann, "inbox"))
                .containsExactly(
                        "Delayed: your message to a@far.example and 1 other",
                        "Not delivered: your message to a@far.example",
                        "Not delivered: your message to b@far.example");
    }

    @Test
    void timeForDeliveryBeginsWhenAHeldMessageIsDue() throws Exception {
        LocalMailUser ann = user("ann@kept.test");
        Envelope envelope = Envelope.of("ann@kept.test", List.of("x@far.example"));
        long n = queued.send(
                ann, envelope, Arrivals.message("kept"), SERVER.now().plus(Duration.ofDays(6)));
        SERVER.advance(Duration.ofDays(6));
        awaitAttempts(ann, n, 0, 1);
        assertThat(arrivals.subjects(ann, "inbox")).isEmpty();
        SERVER.advance(Duration.ofDays(5).minusMinutes(1));
        awaitAttempts(ann, n, 0, 2);
        SERVER.advance(Duration.ofMinutes(1));
        queued.awaitEmpty(ann);
        assertThat(arrivals.subjects(ann, "inbox"))
                .containsExactly(
                        "Delayed: your message to x@far.example", "Not delivered: your message to x@far.example");
    }
}
