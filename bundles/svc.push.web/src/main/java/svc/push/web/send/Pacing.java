package svc.push.web;

import java.time.Duration;
import java.util.random.RandomGenerator;
import svc.api.time.Clock;

/**
 * When the next message may go out: at once after a while of rest, together with what follows soon, and ever later when it does not
 * work. A service that has had too many gets fewer from then on (RFC 8620 §7.2). Guarded by its line.
 */
final class Pacing {

    /** What changes within this time goes out together. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    /** The longest that is waited of one's own accord. */
    static final Duration LONGEST = Duration.ofHours(6);

    private static final Duration FIRST = Duration.ofSeconds(30);
    private static final Duration SLOW = Duration.ofMinutes(1);
    private static final Duration SLOWEST = Duration.ofHours(1);
    /** However long a service wants to be left alone. */
    private static final Duration MOST = Duration.ofDays(1);

    private static final int DOUBLINGS = 12;
    private static final int SLOWER = 10;

    private final Clock clock;
    private final RandomGenerator random;
    private Duration pause = PAUSE;
    private int failures;
    private long notBefore;

    Pacing(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
        this.notBefore = clock.nanos();
    }

    /** Nanoseconds until the next message may go out. */
    long rest() {
        return Math.max(0, notBefore - clock.nanos());
    }

    /** As if it had never failed. */
    void fresh() {
        failures = 0;
        notBefore = clock.nanos();
    }

    /** A message was taken, in so many nanoseconds; who takes long has all the more time. */
    void taken(long took) {
        failures = 0;
        pause = most(PAUSE, pause.dividedBy(2));
        later(most(pause, Duration.ofNanos(took).multipliedBy(SLOWER)));
    }

    void failed(Outcome outcome) {
        if (outcome.tooMany()) {
            pause = least(SLOWEST, most(SLOW, pause.multipliedBy(2)));
        }
        Duration wait =
                outcome.passing() ? least(LONGEST, FIRST.multipliedBy(1L << Math.min(DOUBLINGS, failures))) : LONGEST;
        failures++;
        Duration asked = least(MOST, outcome.pause());
        // Not all at the same time, nor any sooner than it was asked for.
        later(spread(most(wait, asked)));
    }

    private Duration spread(Duration time) {
        return time.plusMillis((long) (time.toMillis() * random.nextDouble() / 2));
    }

    private void later(Duration time) {
        notBefore = clock.nanos() + time.toNanos();
    }

    private static Duration most(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
