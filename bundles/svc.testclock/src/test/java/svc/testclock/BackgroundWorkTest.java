package svc.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.api.time.BackgroundWork;
import svc.testkit.Eventually;

/** Work of {@link BackgroundWork} on a clock that a test advances. */
final class BackgroundWorkTest {

    private final AdvanceableClock clock = new AdvanceableClock();
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final List<RuntimeException> failures = new CopyOnWriteArrayList<>();
    private final BackgroundWork work = new BackgroundWork("svc-test", clock, failures::add);

    @AfterEach
    void stop() {
        work.stop();
        clock.stop();
    }

    @Test
    void workRunsAfterItsDelayOnItsThread() {
        work.in(Duration.ofHours(1), () -> done.add(Thread.currentThread().getName()));
        clock.advance(Duration.ofMinutes(59));
        assertThat(done).isEmpty();
        clock.advance(Duration.ofMinutes(1));
        Eventually.until("done", () -> done.equals(List.of("svc-test")));
        work.at(clock.now().minusSeconds(1), () -> done.add("late"));
        Eventually.until("done at once", () -> done.contains("late"));
    }

    @Test
    void laterWorkReplacesWorkWhoseDelayIsNotOver() {
        work.in(Duration.ofHours(1), () -> done.add("first"));
        work.at(clock.now().plus(Duration.ofHours(2)), () -> done.add("second"));
        clock.advance(Duration.ofHours(2));
        Eventually.until("done", () -> done.equals(List.of("second")));
    }

    @Test
    void workRunsAfterAFailure() {
        work.in(Duration.ZERO, () -> {
            throw new IllegalStateException("the work of the test fails");
        });
        Eventually.until("reported", () -> failures.size() == 1);
        work.in(Duration.ZERO, () -> done.add("next"));
        Eventually.until("done", () -> done.equals(List.of("next")));
    }

    @Test
    void stopInterruptsTheWorkAndNothingFollows() {
        CountDownLatch begun = new CountDownLatch(1);
        work.in(Duration.ZERO, () -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                done.add("interrupted");
                throw new IllegalStateException(e);
            }
        });
        Eventually.until("begun", () -> begun.getCount() == 0);
        work.stop();
        assertThat(work.isStopped()).isTrue();
        work.in(Duration.ZERO, () -> done.add("next"));
        Eventually.until("interrupted", () -> done.contains("interrupted"));
        clock.advance(Duration.ofHours(1));
        assertThat(done).containsExactly("interrupted");
        assertThat(failures).isEmpty();
    }
}
