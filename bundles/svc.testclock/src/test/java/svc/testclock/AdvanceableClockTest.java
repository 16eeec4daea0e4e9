package svc.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The clock that tests advance. */
final class AdvanceableClockTest {

    private final AdvanceableClock clock = new AdvanceableClock();
    private final CountDownLatch ran = new CountDownLatch(1);

    @AfterEach
    void stop() {
        clock.stop();
    }

    @Test
    void taskRunsWhenTheClockIsAdvancedToItsTime() {
        Instant time = clock.now().plus(Duration.ofMinutes(5));
        clock.scheduleAt(time, ran::countDown);
        clock.advance(Duration.ofMinutes(4));
        assertThat(ran.getCount()).isOne();
        clock.advance(Duration.ofMinutes(1));
        assertThat(ran.getCount()).isZero();
    }

    @Test
    void taskWhoseTimeTheClockHasPassedRunsAtOnce() throws Exception {
        Instant time = clock.now().plus(Duration.ofMinutes(5));
        clock.advance(Duration.ofMinutes(6));
        clock.scheduleAt(time, ran::countDown);
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
