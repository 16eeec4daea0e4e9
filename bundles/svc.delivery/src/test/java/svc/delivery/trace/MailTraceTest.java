package svc.delivery.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.CheckResult;
import svc.api.delivery.Envelope;
import svc.api.delivery.MessageCheck;
import svc.api.delivery.SmtpReply;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.delivery.intake.Arrivals;
import svc.delivery.intake.Queued;
import svc.delivery.queue.DurableQueue;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.FixedCheck;
import svc.testkit.bundles.LocalMailUser;

/** What {@code svc mail trace} shows of messages. */
@SuppressWarnings("try") // closing a registration is its only use
final class MailTraceTest {

    @RegisterExtension
    private static final BundleServer SERVER =
            BundleServer.withMailStorage("svc.delivery").configured("svc.mail", Map.of("hostname", "mx.own.test"));

    private final Arrivals arrivals = new Arrivals(SERVER);
    private final Queued queued = new Queued(SERVER);
    private final Traces traces = new Traces(SERVER);

    private static LocalMailUser user(String email) {
        return LocalMailUser.of(SERVER, email);
    }

    private static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private void awaitEvents(LocalMailUser user, String id, int events) {
        user.who().await("events", () -> traces.of(id).path("events").size() == events);
    }

    @Test
    void acceptedMessageIsShownWithItsArrivalAndItsMailbox() throws IOException {
        LocalMailUser ann = user("ann@accepted.test");
        byte[] message = Arrivals.message("accepted");
        Instant before = SERVER.now();
        arrivals.smtp(message, "Ann@accepted.test");
        JsonNode trace = traces.of("<accepted@far.test>");
        JsonNode shown = trace.path("messages").path(0);
        assertThat(Instant.parse(shown.path("at").asText()))
                .isBetween(before.truncatedTo(ChronoUnit.SECONDS), SERVER.now());
        assertThat(Traces.lines(
                        trace.path("messages"), "client", "helo", "protocol", "sender", "message_id", "verdict"))
                .containsExactly("192.0.2.7 mx.far.test ESMTPS carl@far.test accepted@far.test accepted");
        assertThat(shown.path("size_bytes").asInt()).isEqualTo(message.length);
        assertThat(Traces.events(trace)).containsExactly("delivered ann@accepted.test 250 2.1.5 Delivered.");
        JsonNode event = trace.path("events").path(0);
        assertThat(event.path("filed_in").path(0).asText()).isEqualTo("Inbox");
        assertThat(event.path("account_id").asText()).isEqualTo(ann.who().accountId());
        String id = shown.path("id").asText();
        assertThat(arrivals.filed(ann, "accepted")).contains("\r\n\tid " + id + "\r\n");
        assertThat(traces.of(id)).isEqualTo(trace);
    }

    @Test
    void rejectedMessageIsShownWithTheResultsOfTheChecks() throws Exception {
        user("ann@rejected.test");
        user("bob@rejected.test");
        CheckResult result = new CheckResult(
                Optional.of(SmtpReply.of("550 5.7.1 Rejected by the DMARC policy.")),
                false,
                List.of("Authentication-Results: mx.own.test;\r\n\tspf=fail;\r\n\tdmarc=fail"),
                List.of());
        try (AutoCloseable registered = SERVER.register(MessageCheck.class, new FixedCheck(result))) {
            arrivals.smtp(Arrivals.message("rejected"), "ann@rejected.test", "bob@rejected.test");
        }
        JsonNode trace = traces.of("rejected@far.test");
        assertThat(Traces.events(trace))
                .containsExactly(
                        "refused ann@rejected.test 550 5.7.1 Rejected by the DMARC policy.",
                        "refused bob@rejected.test 550 5.7.1 Rejected by the DMARC policy.");
        assertThat(Traces.lines(trace.path("messages"), "verdict")).containsExactly("refused");
        assertThat(Traces.lines(trace.path("checks"), "field"))
                .containsExactly("Authentication-Results: mx.own.test; spf=fail; dmarc=fail");
    }

    @Test
    void quarantinedMessageIsShownWithTheMailboxForJunk() throws Exception {
        user("ann@junk.test");
        CheckResult result = new CheckResult(Optional.empty(), true, List.of(), List.of());
        try (AutoCloseable registered = SERVER.register(MessageCheck.class, new FixedCheck(result))) {
            arrivals.smtp(Arrivals.message("junk"), "ann@junk.test");
        }
        JsonNode trace = traces.of("junk@far.test");
        assertThat(Traces.lines(trace.path("messages"), "verdict")).containsExactly("quarantined");
        assertThat(trace.path("events").path(0).path("filed_in").path(0).asText())
                .isEqualTo("Junk");
    }

    @Test
    void recipientsOfOneMessageHaveTheirOwnReplies() throws IOException {
        user("ann@each.test");
        SERVER.directory().limit(user("full@each.test").who().account(), 10);
        Envelope envelope = Envelope.of(Arrivals.SENDER, List.of("full@each.test", "ann@each.test"));
        arrivals.receive("LMTP", envelope, Arrivals.message("each"));
        JsonNode trace = traces.of("each@far.test");
        assertThat(Traces.events(trace))
                .containsExactly(
                        "delivered ann@each.test 250 2.1.5 Delivered.",
                        "refused full@each.test 552 5.2.2 The recipient is over quota.");
        assertThat(Traces.lines(trace.path("messages"), "verdict")).containsExactly("partly-accepted");
        arrivals.smtp(Arrivals.message("alone"), "full@each.test");
        assertThat(Traces.events(traces.of("alone@far.test")))
                .containsExactly("refused full@each.test 552 5.2.2 The recipient is over quota.");
    }

    @Test
    void queuedRecipientIsShownWithLaterAttempts() throws IOException {
        LocalMailUser ann = user("ann@waits.test");
        LocalMailUser away = user("away@later.test");
        SERVER.suspend(away.who());
        arrivals.smtp(Arrivals.message("waits"), "ann@waits.test", "away@later.test");
        String id = traces.of("waits@far.test")
                .path("events")
                .path(1)
                .path("queue_id")
                .asText();
        awaitEvents(ann, id, 3);
        long n = ObjectId.parse(DurableQueue.LETTER, id).orElseThrow();
        JsonNode trace = traces.of(id);
        assertThat(Traces.events(trace))
                .containsExactly(
                        "delivered ann@waits.test 250 2.1.5 Delivered.",
                        "queued away@later.test 450 4.2.1 The organization of the recipient is suspended.",
                        "deferred away@later.test 450 4.2.1 The organization of the recipient is suspended.");
        assertThat(trace.path("events").path(2).path("next_attempt_at").asText())
                .isEqualTo(text(queued.queue().recipients(n).get(0).next()));
        assertThat(Traces.lines(
                        traces.find(null, null, "waitstest", Traces.page(100, ""))
                                .path("events"),
                        "recipient"))
                .as("the tenant of the other recipient")
                .containsExactly("ann@waits.test");
        assertThat(Traces.events(traces.find(null, null, "latertest", Traces.page(100, ""))))
                .allMatch(line -> line.contains("away@later.test"))
                .hasSize(2);
        assertThat(queued.queue().discard(n)).isTrue();
        assertThat(Traces.events(traces.of(id)))
                .endsWith("removed away@later.test 554 5.7.0 Removed from the queue by an operator.");
    }

    @Test
    void messageOfAnAccountIsShownToItsTenantAndItsFilingToTheOther() throws IOException {
        LocalMailUser ann = user("ann@sends.test");
        LocalMailUser bob = user("bob@gets.test");
        long n = queued.send(ann, Envelope.of("ann@sends.test", List.of("bob@gets.test")), Arrivals.message("sent"));
        String id = ObjectId.format(DurableQueue.LETTER, n);
        awaitEvents(ann, id, 3);
        assertThat(Traces.events(traces.of(id)))
                .containsExactly(
                        "queued bob@gets.test ",
                        "filed bob@gets.test 250 2.1.5 Delivered.",
                        "delivered bob@gets.test 250 2.1.5 Delivered.");
        assertThat(Traces.events(traces.find("ann@sends.test", null, "getstest", Traces.page(100, ""))))
                .containsExactly("filed bob@gets.test 250 2.1.5 Delivered.");
        assertThat(Traces.events(traces.find("ann@sends.test", null, "sendstest", Traces.page(100, ""))))
                .containsExactly("queued bob@gets.test ", "delivered bob@gets.test 250 2.1.5 Delivered.");
        assertThat(traces.of("sent@far.test")
                        .path("events")
                        .path(1)
                        .path("filed_in")
                        .path(0)
                        .asText())
                .isEqualTo("Inbox");
        assertThat(bob.who().usedBytes()).isPositive();
    }

    @Test
    void canceledMessageIsShown() throws IOException {
        LocalMailUser ann = user("ann@cancels.test");
        user("bob@cancels.test");
        Envelope envelope = Envelope.of("ann@cancels.test", List.of("bob@cancels.test"));
        Instant later = SERVER.now().plus(Duration.ofHours(1));
        long n = queued.send(ann, envelope, Arrivals.message("canceled"), later);
        Scope scope = DurableQueue.scope(ann.who().account().n());
        boolean isCanceled = SERVER.store().write(scope, tx -> queued.queue().cancel(tx, n));
        assertThat(isCanceled).isTrue();
        String id = ObjectId.format(DurableQueue.LETTER, n);
        assertThat(Traces.lines(traces.of(id).path("events"), "state")).containsExactly("queued", "canceled");
    }

    @Test
    void redirectedCopyIsShown() throws Exception {
        LocalMailUser ann = user("ann@alias.test");
        user("team@alias-target.test");
        SERVER.directory().forward(ann.who().account(), "team@alias.test", "team@alias-target.test");
        arrivals.smtp(Arrivals.message("alias"), "team@alias.test");
        awaitEvents(ann, "alias@far.test", 4);
        assertThat(Traces.lines(traces.of("alias@far.test").path("events"), "state", "recipient"))
                .containsExactly(
                        "discarded team@alias.test",
                        "redirected team@alias-target.test",
                        "filed team@alias-target.test",
                        "delivered team@alias-target.test");
    }

    @Test
    void filingAndItsTraceAreOneTransaction() throws IOException {
        LocalMailUser ann = user("ann@atomic.test");
        boolean failed = true;
        for (int runs = 0; failed; runs++) {
            String subject = "atomic" + runs;
            SERVER.faults().breakAfter(runs);
            try {
                arrivals.smtp(Arrivals.message(subject), "ann@atomic.test");
            } catch (IOException | RuntimeException e) {
                assertThat(e).isNotInstanceOf(AssertionError.class);
            }
            failed = SERVER.faults().mend();
            boolean isFiled = arrivals.subjects(ann, "inbox").contains(subject);
            assertThat(!traces.of(subject + "@far.test").path("events").isEmpty())
                    .as("after %d runs", runs)
                    .isEqualTo(isFiled);
        }
    }

    @Test
    void hostileTextIsCutAndFreeOfControlCharacters() throws IOException {
        user("ann@hostile.test");
        byte[] message =
                ("Message-ID: <" + "x".repeat(900) + "@far.test>\r\nFrom: a@far.test\r\n\r\nx\r\n").getBytes(UTF_8);
        arrivals.smtp(message, "ann@hostile.test");
        traces.refuse(Traces.client(6), "0123456789b0-1", "c\u001b[2J@far.test", "y".repeat(2_000) + "@hostile.test");
        JsonNode trace = traces.of("0123456789b0-1");
        assertThat(Traces.lines(trace.path("messages"), "sender")).containsExactly("c [2j@far.test");
        assertThat(trace.path("events").path(0).path("recipient").asText()).hasSize(TraceRows.LONGEST);
        assertThat(traces.of("x".repeat(900) + "@far.test").path("messages")).hasSize(1);
    }

    @Test
    void messagesRefusalsAndSearchesAtTheSameTimeLoseNothing() throws Exception {
        user("ann@crowd.test");
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Callable<Object>> tasks = IntStream.range(0, 90)
                    .mapToObj(i -> (Callable<Object>) () -> {
                        if (i % 3 == 0) {
                            return arrivals.smtp(Arrivals.message("crowd" + i), "ann@crowd.test");
                        } else if (i % 3 == 1) {
                            traces.refuse(Traces.client(7), "0123456789b1-" + i, "carl@crowd.test", "no@crowd.test");
                            return i;
                        }
                        return traces.to("ann@crowd.test");
                    })
                    .toList();
            for (Future<Object> task : threads.invokeAll(tasks)) {
                task.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(traces.to("ann@crowd.test").path("messages")).hasSize(30);
        assertThat(traces.to("no@crowd.test").path("messages")).hasSize(30);
    }

    @Test
    void erasureRemovesTheEventsOfAnAccount() throws IOException {
        LocalMailUser ann = user("ann@erased.test");
        user("bob@erased.test");
        arrivals.smtp(Arrivals.message("erased"), "ann@erased.test", "bob@erased.test");
        SERVER.directory().limit(ann.who().account(), 10);
        arrivals.smtp(Arrivals.message("full"), "ann@erased.test");
        traces.refuse(Traces.client(8), "0123456789b2-1", "ann@erased.test", "x@elsewhere.example");
        traces.refuse(Traces.client(8), "0123456789b2-2", "carl@far.test", "old@erased.test");
        assertThat(traces.to("ann@erased.test").path("events")).hasSize(3);
        Erasing.erase(SERVER, ann.who().account(), "ann@erased.test", "old@erased.test");
        assertThat(traces.to("ann@erased.test").path("events")).isEmpty();
        assertThat(Traces.events(traces.of("erased@far.test"))).hasSize(1);
        assertThat(traces.of("0123456789b2").path("events")).isEmpty();
        long others = SERVER.store()
                .read(
                        Scope.system(),
                        snapshot -> snapshot.sql()
                                .number("SELECT count(*) FROM mail_trace WHERE sender = ?", "ann@erased.test"));
        assertThat(others).isZero();
    }
}
