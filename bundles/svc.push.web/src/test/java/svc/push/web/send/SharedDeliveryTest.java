package svc.push.web.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.api.push.SharedStates.States;
import svc.push.web.subscription.DeliveredState;
import svc.push.web.subscription.Owner;
import svc.push.web.subscription.Subscription;
import svc.testkit.ManualClock;

/** Which states of shared accounts a subscription has received, also after a restart. */
final class SharedDeliveryTest {

    private static final States ONE = new States(Map.of("shared:a2", Map.of("Email", "s1-1", "Thread", "s1-1")));
    private static final States NEXT = new States(Map.of("shared:a2", Map.of("Email", "s1-2", "Thread", "s1-1")));

    private static ActiveSubscription active(OptionalLong shared) {
        Subscription of = new Subscription(
                1,
                new Owner(1, "d1", Caller.CredentialKind.SESSION),
                "client",
                "https://push.example.org/",
                Optional.empty(),
                "code",
                true,
                1,
                Instant.MAX,
                Optional.empty(),
                new DeliveredState(1, 1, shared));
        return new ActiveSubscription(of, "push.example.org", new Pacing(new ManualClock(), new Random(1)));
    }

    private static Map<String, Map<String, String>> pending(ActiveSubscription active, States current) {
        return new PendingChanges(Map.of(), active.delivered())
                .and(current, active.received(current))
                .changed();
    }

    @Test
    void aNewSubscriptionBeginsAtTheCurrentStates() {
        ActiveSubscription active = active(OptionalLong.empty());
        assertThat(pending(active, ONE)).isEmpty();
        assertThat(pending(active, NEXT)).isEqualTo(Map.of("shared:a2", Map.of("Email", "s1-2")));
    }

    @Test
    void afterARestartNothingIsSentIfNothingHasChanged() {
        ActiveSubscription active = active(OptionalLong.of(ONE.hash()));
        assertThat(pending(active, ONE)).isEmpty();
        assertThat(pending(active, NEXT)).isEqualTo(Map.of("shared:a2", Map.of("Email", "s1-2")));
    }

    @Test
    void afterARestartAllStatesAreSentIfOneHasChanged() {
        ActiveSubscription active = active(OptionalLong.of(ONE.hash()));
        assertThat(pending(active, NEXT)).isEqualTo(NEXT.byAccount());
        active.recordDelivered(active.delivered().withShared(NEXT.hash()), NEXT);
        assertThat(pending(active, NEXT)).isEmpty();
        assertThat(active.unsavedState()).isPresent();
    }

    @Test
    void changesOfSeveralAccountsAreSentInOneMessageEach() {
        States two = new States(Map.of("shared:a2", Map.of("Email", "s1-2"), "a1", Map.of("Principal", "s1-7")));
        PendingChanges pending = new PendingChanges(Map.of("a1", Map.of("Email", "s1-9")), new DeliveredState(1, 9))
                .and(two, States.NONE);
        assertThat(pending.at().shared()).hasValue(two.hash());
        assertThat(pending.objects().stream().map(object -> object.members().get("changed")))
                .containsExactly(
                        Map.of("a1", Map.of("Email", "s1-9", "Principal", "s1-7")),
                        Map.of("shared:a2", Map.of("Email", "s1-2")));
    }
}
