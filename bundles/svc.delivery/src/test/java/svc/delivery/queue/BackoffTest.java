package svc.delivery.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.annotation.Annotation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.lifecycle.StartupException;

class BackoffTest {

    private static final Backoff USUAL = schedule("5m", "4h", "5d");
    private static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");

    @Test
    void delaysGrowToTheMaximumAndEndAtTheDeadline() {
        Instant now = BEGIN;
        Duration before = Duration.ZERO;
        int turns = 0;
        for (var current = USUAL.next(1, BEGIN, now);
                current.isPresent();
                current = USUAL.next(turns + 1, BEGIN, now)) {
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
        assertThat(USUAL.next(1, BEGIN, BEGIN).orElseThrow()).isEqualTo(BEGIN.plus(Duration.ofMinutes(5)));
        assertThat(USUAL.next(Integer.MAX_VALUE, BEGIN, BEGIN).orElseThrow())
                .isEqualTo(BEGIN.plus(Duration.ofHours(4)));
        assertThat(USUAL.next(1, BEGIN, BEGIN.plus(Duration.ofDays(5)))).isEmpty();
    }

    private record Config(String retry_first, String retry_longest, String retry_life, int max_bounce_percent)
            implements QueueConfig {
        @Override
        public Class<? extends Annotation> annotationType() {
            return QueueConfig.class;
        }
    }

    private static Backoff schedule(String first, String longest, String life) {
        return new RetrySchedule(new Config(first, longest, life, 30)).backoff();
    }

    @Test
    void scheduleIsConfigured() {
        assertThat(schedule("1m", "1m", "60m"))
                .isEqualTo(new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofHours(1)));
    }

    @ParameterizedTest
    @CsvSource({"59s,4h,5d", "5m,4m,5d", "5m,4h,3h", "off,4h,5d", "5,4h,5d", "'',4h,5d", "5m,4h,1000000000d"})
    void invalidScheduleIsRejected(String first, String longest, String life) {
        assertThatThrownBy(() -> schedule(first, longest, life))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("[mail.out] retry_");
    }
}
