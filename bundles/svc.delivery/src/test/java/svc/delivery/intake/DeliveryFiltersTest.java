package svc.delivery.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.DeliveryFilter;
import svc.api.delivery.DeliveryPlan;
import svc.api.delivery.DeliveryPlan.Discard;
import svc.api.delivery.DeliveryPlan.Keep;
import svc.api.delivery.DeliveryPlan.Reject;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMessage;
import svc.api.delivery.SmtpReply;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.QueueRows;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Plans of delivery filters. */
@SuppressWarnings("try") // closing a registration is its only use
final class DeliveryFiltersTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery");

    private final Arrivals arrivals = new Arrivals(SERVER);

    @FunctionalInterface
    private interface Planning {
        DeliveryPlan plan(IncomingMessage message, DeliveryPlan before) throws IOException;
    }

    private static AutoCloseable filter(int order, String account, Planning planning) {
        return SERVER.register(DeliveryFilter.class, new DeliveryFilter() {
            @Override
            public int order() {
                return order;
            }

            @Override
            public DeliveryPlan plan(IncomingMessage message, DeliveryPlan before) throws IOException {
                return message.account().email().equals(account) ? planning.plan(message, before) : before;
            }
        });
    }

    private static LocalMailUser user(String email) {
        return LocalMailUser.of(SERVER, email);
    }

    @Test
    void messageIsFiledInTheMailboxesOfThePlan() throws Exception {
        LocalMailUser ann = user("ann@keep.test");
        long list = Long.parseLong(ann.newMailbox("Lists").substring(1), 36);
        try (AutoCloseable filter = filter(
                30,
                "ann@keep.test",
                (message, before) ->
                        before.with(new Keep(Set.of("archive"), Set.of(list, 999_999L), Set.of("$seen", "lists"))))) {
            arrivals.smtp(Arrivals.message("kept"), "ann@keep.test");
        }
        var found = arrivals.emails(ann, "'subject':'kept'", "keywords");
        assertThat(found).hasSize(1);
        assertThat(found.get(0).path("keywords").has("$seen")).isTrue();
        assertThat(found.get(0).path("keywords").has("lists")).isTrue();
        assertThat(arrivals.subjects(ann, "inbox")).isEmpty();
        assertThat(arrivals.subjects(ann, "archive")).containsExactly("kept");
    }

    @Test
    void missingMailboxesMeanTheInbox() throws Exception {
        LocalMailUser ann = user("ann@missing.test");
        try (AutoCloseable filter = filter(
                30,
                "ann@missing.test",
                (message, before) -> before.with(new Keep(Set.of("important"), Set.of(999_999L), Set.of())))) {
            arrivals.smtp(Arrivals.message("missing"), "ann@missing.test");
        }
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("missing");
    }

    @Test
    void filtersRunInOrderUntilOneStops() throws Exception {
        LocalMailUser ann = user("ann@order.test");
        List<String> calls = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (AutoCloseable last = filter(50, "ann@order.test", (message, before) -> {
                    calls.add("last");
                    return before;
                });
                AutoCloseable second = filter(40, "ann@order.test", (message, before) -> {
                    calls.add("second");
                    return new DeliveryPlan(before.disposition(), List.of(), before.effects(), true);
                });
                AutoCloseable first = filter(30, "ann@order.test", (message, before) -> {
                    calls.add("first");
                    return before.with(Keep.in("archive"));
                })) {
            arrivals.smtp(Arrivals.message("order"), "ann@order.test");
        }
        assertThat(calls).containsExactly("first", "second");
        assertThat(arrivals.subjects(ann, "archive")).containsExactly("order");
    }

    @Test
    void failingFilterKeepsThePlanBeforeIt() throws Exception {
        LocalMailUser ann = user("ann@throws.test");
        try (AutoCloseable first = filter(30, "ann@throws.test", (message, before) -> before.with(Keep.in("archive")));
                AutoCloseable second = filter(40, "ann@throws.test", (message, before) -> {
                    throw new IOException("broken");
                })) {
            assertThat(arrivals.smtp(Arrivals.message("throws"), "ann@throws.test")
                            .get(0))
                    .startsWith("250 ");
        }
        assertThat(arrivals.subjects(ann, "archive")).containsExactly("throws");
    }

    @Test
    void rejectionOfAllRecipientsWritesNothing() throws Exception {
        LocalMailUser ann = user("ann@reject.test");
        try (AutoCloseable filter = filter(
                30,
                "ann@reject.test",
                (message, before) -> before.with(new Reject(SmtpReply.of("550 5.7.1 Not wanted."))))) {
            assertThat(arrivals.smtp(Arrivals.message("reject"), "ann@reject.test"))
                    .containsExactly("550 5.7.1 Not wanted.");
        }
        assertThat(ann.who().usedBytes()).isZero();
        assertThat(arrivals.smtp(Arrivals.message("reject"), "ann@reject.test").get(0))
                .as("the rejected message is not a duplicate")
                .startsWith("250 ");
    }

    @Test
    void discardedMessageIsAcceptedAndNotFiled() throws Exception {
        LocalMailUser ann = user("ann@discard.test");
        try (AutoCloseable filter = filter(30, "ann@discard.test", (message, before) -> before.with(new Discard()))) {
            assertThat(arrivals.smtp(Arrivals.message("discard"), "ann@discard.test")
                            .get(0))
                    .startsWith("250 ");
        }
        assertThat(arrivals.emails(ann, "'subject':'discard'", "id")).isEmpty();
        assertThat(ann.who().usedBytes()).isZero();
    }

    @Test
    void redirectedMessageReachesEachAccountOnce() throws Exception {
        LocalMailUser ann = user("ann@redirect.test");
        LocalMailUser bob = user("bob@redirect.test");
        try (AutoCloseable there = filter(
                        30,
                        "ann@redirect.test",
                        (message, before) -> new DeliveryPlan(
                                before.disposition(),
                                List.of("bob@redirect.test", "ann+self@redirect.test"),
                                List.of(),
                                false));
                AutoCloseable back = filter(
                        30,
                        "bob@redirect.test",
                        (message, before) -> new DeliveryPlan(
                                before.disposition(), List.of("ann@redirect.test"), List.of(), false))) {
            arrivals.smtp(Arrivals.message("redirect"), "ann@redirect.test");
            bob.who().await("redirected", () -> arrivals.subjects(bob, "inbox").equals(List.of("redirect")));
            DurableQueue queue = SERVER.service(svc.api.delivery.MailQueue.class, DurableQueue.class);
            ann.who().await("the queue is empty", () -> queue.read(QueueRows::count) == 0);
        }
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("redirect");
        assertThat(arrivals.filed(bob, "redirect"))
                .startsWith("Return-Path: <carl@far.test>\r\nReceived: ")
                .containsOnlyOnce("Return-Path");
    }

    @Test
    void failingEffectConcernsOneRecipientOnly() throws Exception {
        LocalMailUser ann = user("ann@effect.test");
        LocalMailUser bob = user("bob@effect.test");
        Envelope envelope = Envelope.of(Arrivals.SENDER, List.of("bob@effect.test", "ann@effect.test"));
        try (AutoCloseable filter = filter(
                30,
                "bob@effect.test",
                (message, before) -> before.with(tx -> {
                    throw new IllegalStateException("broken");
                }))) {
            assertThat(arrivals.receive("LMTP", envelope, Arrivals.message("effect")))
                    .satisfiesExactly(
                            reply -> assertThat(reply).startsWith("451 4.3.0 "),
                            reply -> assertThat(reply).startsWith("250 "));
        }
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("effect");
        assertThat(arrivals.subjects(bob, "inbox")).isEmpty();
    }
}
