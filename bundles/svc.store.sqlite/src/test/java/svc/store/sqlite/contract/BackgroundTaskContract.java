package svc.store.sqlite.contract;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.StateChange;

/** Tests of a store's background work: change announcements and jobs. */
interface BackgroundTaskContract extends StoreUnderTest {

    @Test
    default void announcedChangesAreReadableAndOrdered() throws Exception {
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
            if (change != null && change.account() == scope().n()) {
                State next = requireNonNull(change.states().get(TYPE));
                assertThat(next.sequence()).isGreaterThan(seen.sequence());
                assertThat(state().sequence()).isGreaterThanOrEqualTo(next.sequence());
                seen = next;
            }
        }
    }

    @Test
    default void failedWriteIsNotAnnounced() throws Exception {
        heard().clear();
        Scope bob = account("bob");
        assertThatThrownBy(() -> store().write(bob, tx -> {
                    tx.logCreated(TYPE, Facets.ALL);
                    throw new IllegalArgumentException();
                }))
                .isInstanceOf(IllegalArgumentException.class);
        create();
        StateChange change = heard().poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(change).isNotNull();
        assertThat(change == null ? null : change.account()).isEqualTo(scope().n());
    }

    @Test
    default void taskRunsInSlicesAndKeepsItsProgressOnFailure() throws Exception {
        AtomicInteger slices = new AtomicInteger();
        BackgroundTaskHandle job = store().schedule(scope(), (tx, pace) -> {
            tx.logCreated(TYPE, Facets.ALL);
            return slices.incrementAndGet() < 5;
        });
        assertThat(job.await(SOON)).isTrue();
        assertThat(since(new State(1, 0)).created()).hasSize(5);
        BackgroundTaskHandle failing = store().schedule(scope(), (tx, pace) -> {
            tx.logCreated(TYPE, Facets.ALL);
            if (slices.incrementAndGet() == 7) {
                throw new IllegalArgumentException("seven");
            }
            return true;
        });
        assertThatThrownBy(() -> failing.await(SOON)).hasMessage("seven");
        assertThat(since(new State(1, 0)).created()).hasSize(6);
        CountDownLatch started = new CountDownLatch(1);
        BackgroundTaskHandle endless = store().schedule(scope(), (tx, pace) -> {
            started.countDown();
            return true;
        });
        assertThat(started.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(endless.await(Duration.ZERO)).isFalse();
        endless.cancel();
        assertThat(endless.await(SOON)).isTrue();
    }
}
