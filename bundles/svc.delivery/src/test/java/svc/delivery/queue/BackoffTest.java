package svc.delivery.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");

    @Test
    void delaysGrowToTheMaximumAndEndAtTheDeadline() {
        Instant now = BEGIN;
        Duration before = Duration.ZERO;
        int turns = 0;
        for (var current = Backoff.USUAL.next(1, BEGIN, now);
                current.isPresent();
                current = Backoff.USUAL.next(turns + 1, BEGIN, now)) {
            Duration pause = Duration.between(now, current.get());
            boolean last = current.get().equals(BEGIN.plus(Duration.ofDays(5)));
            assertThat(pause).isPositive().isLessThanOrEqualTo(Duration.ofHours(4));
            assertThat(last || pause.compareTo(before) >= 0).isTrue();
            before = pause;
            now = current.get();
            turns++;
        }
        assertThat(now).isEqualTo(BEGIN.plus(Duration.ofDays(5)));
        assertThat(turns).isBetween(30, 40);
    }

    @Test
    void firstRetryIsEarlyAndEveryAttemptHasANext() {
        assertThat(Backoff.USUAL.next(1, BEGIN, BEGIN).orElseThrow()).isEqualTo(BEGIN.plus(Duration.ofMinutes(5)));
        assertThat(Backoff.USUAL.next(Integer.MAX_VALUE, BEGIN, BEGIN).orElseThrow())
                .isEqualTo(BEGIN.plus(Duration.ofHours(4)));
        assertThat(Backoff.USUAL.next(1, BEGIN, BEGIN.plus(Duration.ofDays(5)))).isEmpty();
    }
}
