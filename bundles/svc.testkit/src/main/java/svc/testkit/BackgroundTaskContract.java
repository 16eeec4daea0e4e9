package svc.testkit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import svc.api.store.Facets;
import svc.api.store.Job;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.StateChange;

/** What a store does beside the calls: it announces changes and runs jobs. */
interface BackgroundContract extends StoreUnderTest {

    @Test
    default void whatIsAnnouncedIsReadableAndTheNewestComesLast() throws Exception {
        heard().clear();
        State last = state();
        for (int i = 0; i < 20; i++) {
            create();
            last = state();
        }
        State seen = new State(1, 0);
        while (!seen.equals(last)) {
            StateChange change = heard().poll(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(change).as("announced").isNotNull();
            if (change != null && change.scope().equals(scope())) {
                State next = requireNonNull(change.states().get(TYPE));
                assertThat(next.sequence()).isGreaterThan(seen.sequence());
                assertThat(state().sequence()).isGreaterThanOrEqualTo(next.sequence());
                seen = next;
            }
        }
    }

    @Test
    default void aWriteThatFailsIsNotAnnounced() throws Exception {
        heard().clear();
        Scope bob = account("bob");
        assertThatThrownBy(() -> store().write(bob, tx -> {
                    tx.created(TYPE, Facets.ALL);
                    throw new IllegalArgumentException();
                }))
                .isInstanceOf(IllegalArgumentException.class);
        create();
        StateChange change = heard().poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(change).isNotNull();
        assertThat(change == null ? null : change.scope()).isEqualTo(scope());
    }

    @Test
    default void aJobGoesInSlicesAndKeepsWhatIsDoneWhenOneFails() throws Exception {
        AtomicInteger slices = new AtomicInteger();
        Job job = store().job(scope(), (tx, pace) -> {
            tx.created(TYPE, Facets.ALL);
            return slices.incrementAndGet() < 5;
        });
        assertThat(job.await(SOON)).isTrue();
        assertThat(since(new State(1, 0)).created()).hasSize(5);
        Job failing = store().job(scope(), (tx, pace) -> {
            tx.created(TYPE, Facets.ALL);
            if (slices.incrementAndGet() == 7) {
                throw new IllegalArgumentException("seven");
            }
            return true;
        });
        assertThatThrownBy(() -> failing.await(SOON)).hasMessage("seven");
        assertThat(since(new State(1, 0)).created()).hasSize(6);
        CountDownLatch begun = new CountDownLatch(1);
        Job endless = store().job(scope(), (tx, pace) -> {
            begun.countDown();
            return true;
        });
        assertThat(begun.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(endless.await(Duration.ZERO)).isFalse();
        endless.cancel();
        assertThat(endless.await(SOON)).isTrue();
    }
}
