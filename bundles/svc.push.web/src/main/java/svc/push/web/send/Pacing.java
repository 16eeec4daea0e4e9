package svc.push.web.send;

import java.time.Duration;
import java.util.random.RandomGenerator;
import svc.api.time.Clock;

/**
 * Computes the time of the next message of a subscription. After a pause the message is sent at once, and after
 * failures with growing delays. A service that answered 429 gets fewer messages from then on (RFC 8620 §7.2). Guarded
 * by its {@link ActiveSubscription}.
 */
final class Pacing {

    /** The pause after a message. Changes within this time are sent together. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    /** The longest delay after a failure, unless the service requests a longer one. */
    static final Duration LONGEST = Duration.ofHours(6);

    private static final Duration FIRST = Duration.ofSeconds(30);
    private static final Duration SLOW = Duration.ofMinutes(1);
    private static final Duration SLOWEST = Duration.ofHours(1);
    /** The longest delay that a service can request. */
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

    /** Returns the nanoseconds until the next message may be sent. */
    long nanosUntilNext() {
        return Math.max(0, notBefore - clock.nanos());
    }

    /** Clears the delay and the count of failures. */
    void reset() {
        failures = 0;
        notBefore = clock.nanos();
    }

    /**
     * Records that the service accepted a message, and how many nanoseconds the message took. A slow service gets
     * longer pauses.
     */
    void accepted(long took) {
        failures = 0;
        pause = most(PAUSE, pause.dividedBy(2));
        delay(most(pause, Duration.ofNanos(took).multipliedBy(SLOWER)));
    }

    void failed(Outcome outcome) {
        if (outcome.isTooManyRequests()) {
            pause = least(SLOWEST, most(SLOW, pause.multipliedBy(2)));
        }
        Duration wait = outcome.isTemporary()
                ? least(LONGEST, FIRST.multipliedBy(1L << Math.min(DOUBLINGS, failures)))
                : LONGEST;
        failures++;
        Duration asked = least(MOST, outcome.pause());
        // The delay is random, so that retries do not coincide, but never shorter than the service requested.
        delay(randomize(most(wait, asked)));
    }

    private Duration randomize(Duration time) {
        return time.plusMillis((long) (time.toMillis() * random.nextDouble() / 2));
    }

    private void delay(Duration time) {
        notBefore = clock.nanos() + time.toNanos();
    }

    private static Duration most(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
