package svc.push.web.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import svc.testkit.ManualClock;

class PacingTest {

    private final ManualClock clock = new ManualClock();
    private final Pacing pacing = new Pacing(clock, new Random(4_711));

    private static Outcome answered(int status, long seconds) {
        return new Outcome.Response(status, Optional.of(Duration.ofSeconds(seconds)));
    }

    private Duration nanosUntilNext() {
        return Duration.ofNanos(pacing.nanosUntilNext());
    }

    /** A random part of at most half is added, so that retries do not coincide. */
    private void assertAbout(Duration expected) {
        assertThat(nanosUntilNext())
                .isBetween(expected, expected.multipliedBy(3).dividedBy(2));
        clock.leap(nanosUntilNext());
        assertThat(nanosUntilNext()).isZero();
    }

    @Test
    void sendsTheFirstAtOnceAndTheNextAfterAPause() {
        assertThat(nanosUntilNext()).isZero();
        pacing.accepted(0);
        assertThat(nanosUntilNext()).isEqualTo(Pacing.PAUSE);
        pacing.accepted(Duration.ofSeconds(5).toNanos());
        assertThat(nanosUntilNext()).as("who takes long has more time").isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void backsOffAfterFailuresUpToALimit() {
        for (int i = 0; i < 30; i++) {
            Duration expected = Duration.ofSeconds(30L << Math.min(i, 12));
            pacing.failed(new Outcome.ConnectFailed());
            assertAbout(expected.compareTo(Pacing.LONGEST) < 0 ? expected : Pacing.LONGEST);
        }
        pacing.accepted(0);
        pacing.failed(answered(500, 0));
        assertAbout(Duration.ofSeconds(30));
        pacing.failed(answered(400, 0));
        assertAbout(Pacing.LONGEST);
    }

    @Test
    void respectsRetryAfter() {
        pacing.failed(answered(503, 7_200));
        assertAbout(Duration.ofHours(2));
        pacing.failed(answered(503, 99_999_999));
        assertAbout(Duration.ofDays(1));
        pacing.reset();
        assertThat(nanosUntilNext()).isZero();
    }

    @Test
    void slowsDownAfter429() {
        pacing.failed(answered(429, 0));
        pacing.failed(answered(429, 0));
        clock.leap(nanosUntilNext());
        Duration before = Duration.ofDays(1);
        for (int i = 0; i < 8; i++) {
            pacing.accepted(0);
            assertThat(nanosUntilNext()).isLessThan(before).isGreaterThanOrEqualTo(Pacing.PAUSE);
            before = nanosUntilNext().equals(Pacing.PAUSE) ? Duration.ofDays(1) : nanosUntilNext();
            if (i == 0) {
                assertThat(nanosUntilNext()).isEqualTo(Duration.ofMinutes(1));
            }
            clock.leap(nanosUntilNext());
        }
        assertThat(before).isEqualTo(Duration.ofDays(1));
    }
}
