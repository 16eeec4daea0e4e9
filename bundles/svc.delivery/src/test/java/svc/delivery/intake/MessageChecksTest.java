package svc.delivery.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.Arrival;
import svc.api.delivery.CheckResult;
import svc.api.delivery.CheckResult.FieldRemoval;
import svc.api.delivery.Envelope;
import svc.api.delivery.MessageCheck;
import svc.api.delivery.SmtpReply;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Checks of messages from outside. */
@SuppressWarnings("try") // closing a registration is its only use
final class MessageChecksTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery");

    private final Arrivals arrivals = new Arrivals(SERVER);

    /** A check that decides by the octets of the message. */
    private record TestCheck(int order, CheckResult onFailure, Function<String, CheckResult> decision)
            implements MessageCheck {

        TestCheck(int order, Function<String, CheckResult> decision) {
            this(order, CheckResult.NONE, decision);
        }

        @Override
        public Check begin(Envelope envelope, Arrival arrival) {
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            return new Check() {
                @Override
                public void write(byte[] bytes, int offset, int length) {
                    seen.write(bytes, offset, length);
                }

                @Override
                public CheckResult finish() {
                    return decision.apply(seen.toString(UTF_8));
                }
            };
        }
    }

    private static CheckResult fields(String... fields) {
        return new CheckResult(Optional.empty(), false, List.of(fields), List.of());
    }

    private static CheckResult quarantine() {
        return new CheckResult(Optional.empty(), true, List.of(), List.of());
    }

    @Test
    void fieldsAreAddedInOrderAndForgedOnesRemoved() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@fields.test");
        FieldRemoval forged = new FieldRemoval("authentication-results", value -> value.contains("own.test"));
        byte[] message = Arrivals.message(
                "fields",
                "Authentication-Results: own.test;\r\n dkim=pass",
                "X-Keep: 1",
                "AUTHENTICATION-RESULTS: own.test; spf=pass",
                "Authentication-Results: other.test; none");
        try (AutoCloseable second =
                        SERVER.register(MessageCheck.class, new TestCheck(20, octets -> fields("X-Second: 2")));
                AutoCloseable first = SERVER.register(
                        MessageCheck.class,
                        new TestCheck(
                                10,
                                octets -> new CheckResult(
                                        Optional.empty(),
                                        false,
                                        List.of("X-Size: " + octets.length(), "X-Folded: a\r\n b"),
                                        List.of(forged))))) {
            arrivals.smtp(message, "ann@fields.test");
        }
        assertThat(arrivals.filed(ann, "fields"))
                .contains("\r\nX-Size: " + message.length + "\r\nX-Folded: a\r\n b\r\nX-Second: 2\r\nX-Keep: 1\r\n"
                        + "Authentication-Results: other.test; none\r\nFrom: ")
                .doesNotContain("own.test;");
    }

    @Test
    void rejectionAppliesToAllRecipientsAndWritesNothing() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@virus.test");
        LocalMailUser.of(SERVER, "bob@virus.test");
        TestCheck check = new TestCheck(
                1, octets -> CheckResult.rejected(SmtpReply.of("550 5.7.1 The message contains a virus.")));
        try (AutoCloseable registered = SERVER.register(MessageCheck.class, check)) {
            assertThat(arrivals.smtp(Arrivals.message("virus"), "ann@virus.test", "bob@virus.test"))
                    .containsExactly(
                            "550 5.7.1 The message contains a virus.", "550 5.7.1 The message contains a virus.");
        }
        assertThat(arrivals.subjects(ann, "inbox")).isEmpty();
        assertThat(ann.who().usedBytes()).isZero();
    }

    @Test
    void quarantinedMessageIsInJunkWithAKeyword() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@junk.test");
        try (AutoCloseable check = SERVER.register(MessageCheck.class, new TestCheck(1, octets -> quarantine()))) {
            arrivals.smtp(Arrivals.message("bad"), "ann@junk.test");
            assertThat(arrivals.subjects(ann, "junk")).containsExactly("bad");
            assertThat(arrivals.subjects(ann, "inbox")).isEmpty();
            ann.call("Mailbox/set", "'update':{'" + ann.mailbox("junk") + "':{'role':null}}");
            arrivals.smtp(Arrivals.message("worse"), "ann@junk.test");
        }
        assertThat(arrivals.subjects(ann, "inbox")).as("without a junk mailbox").containsExactly("worse");
        List<JsonNode> found = arrivals.emails(ann, "'hasKeyword':'$junk'", "keywords");
        assertThat(found).hasSize(2);
    }

    @Test
    void failingCheckCountsAsItSays() throws Exception {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@broken.test");
        TestCheck open = new TestCheck(1, octets -> {
            throw new IllegalStateException("broken");
        });
        try (AutoCloseable registered = SERVER.register(MessageCheck.class, open)) {
            assertThat(arrivals.smtp(Arrivals.message("open"), "ann@broken.test")
                            .get(0))
                    .startsWith("250 ");
        }
        TestCheck closed =
                new TestCheck(1, CheckResult.rejected(SmtpReply.of("451 4.7.1 Try again.")), open.decision());
        try (AutoCloseable registered = SERVER.register(MessageCheck.class, closed)) {
            assertThat(arrivals.smtp(Arrivals.message("closed"), "ann@broken.test"))
                    .containsExactly("451 4.7.1 Try again.");
        }
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("open");
    }

    @Test
    void hangingCheckFailsAfterTenSeconds() throws Exception {
        LocalMailUser.of(SERVER, "ann@slow.test");
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        TestCheck slow = new TestCheck(1, octets -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
            return quarantine();
        });
        try (AutoCloseable registered = SERVER.register(MessageCheck.class, slow)) {
            CompletableFuture<List<String>> replies = CompletableFuture.supplyAsync(() -> {
                try {
                    return arrivals.smtp(Arrivals.message("slow"), "ann@slow.test");
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            begun.await();
            assertThat(replies).isNotDone();
            SERVER.advance(RunningChecks.LONGEST.minusSeconds(1));
            assertThat(replies).isNotDone();
            SERVER.advance(java.time.Duration.ofSeconds(1));
            assertThat(replies.get().get(0)).startsWith("250 ");
            assertThat(interrupted.get()).isTrue();
        }
    }
}
