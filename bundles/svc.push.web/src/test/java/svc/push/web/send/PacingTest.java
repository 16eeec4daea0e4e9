package svc.push.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import svc.testkit.StillClock;

class PacingTest {

    private final StillClock clock = new StillClock();
    private final Pacing pacing = new Pacing(clock, new Random(4_711));

    private static Outcome answered(int status, long seconds) {
        return new Outcome.Answered(status, Optional.of(Duration.ofSeconds(seconds)));
    }

    private Duration rest() {
        return Duration.ofNanos(pacing.rest());
    }

    /** Half as much again at most, so that not all come back at once. */
    private void assertAbout(Duration expected) {
        assertThat(rest()).isBetween(expected, expected.multipliedBy(3).dividedBy(2));
        clock.leap(rest());
        assertThat(rest()).isZero();
    }

    @Test
    void theFirstGoesOutAtOnceAndTheNextAfterAPause() {
        assertThat(rest()).isZero();
        pacing.taken(0);
        assertThat(rest()).isEqualTo(Pacing.PAUSE);
        pacing.taken(Duration.ofSeconds(5).toNanos());
        assertThat(rest()).as("who takes long has more time").isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void failuresBackOffForHoursAndNoLonger() {
        for (int i = 0; i < 30; i++) {
            Duration expected = Duration.ofSeconds(30L << Math.min(i, 12));
            pacing.failed(new Outcome.Unreached());
            assertAbout(expected.compareTo(Pacing.LONGEST) < 0 ? expected : Pacing.LONGEST);
        }
        pacing.taken(0);
        pacing.failed(answered(500, 0));
        assertAbout(Duration.ofSeconds(30));
        pacing.failed(answered(400, 0));
        assertAbout(Pacing.LONGEST);
    }

    @Test
    void whoWantsToBeLeftAloneIs() {
        pacing.failed(answered(503, 7_200));
        assertAbout(Duration.ofHours(2));
        pacing.failed(answered(503, 99_999_999));
        assertAbout(Duration.ofDays(1));
        pacing.fresh();
        assertThat(rest()).isZero();
    }

    @Test
    void whoHadTooManyGetsFewerFromThenOn() {
        pacing.failed(answered(429, 0));
        pacing.failed(answered(429, 0));
        clock.leap(rest());
        Duration before = Duration.ofDays(1);
        for (int i = 0; i < 8; i++) {
            pacing.taken(0);
            assertThat(rest()).isLessThan(before).isGreaterThanOrEqualTo(Pacing.PAUSE);
            before = rest().equals(Pacing.PAUSE) ? Duration.ofDays(1) : rest();
            if (i == 0) {
                assertThat(rest()).isEqualTo(Duration.ofMinutes(1));
            }
            clock.leap(rest());
        }
        assertThat(before).isEqualTo(Duration.ofDays(1));
    }
}
