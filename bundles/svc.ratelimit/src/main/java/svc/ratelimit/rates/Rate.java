package svc.guard;

import java.time.Duration;
import svc.api.guard.Guard.Quota;

/**
 * A token bucket: so many requests at once, and for each that came one more after a while.
 *
 * @param limit the name of its key
 * @param perMinute how many in the long run
 * @param burst how many at once
 */
record Rate(String limit, int perMinute, int burst) {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    static Rate of(String limit, int perMinute, int burst) {
        return new Rate(limit, perMinute, Math.min(burst, perMinute));
    }

    /** After how many nanoseconds a token comes back. */
    long interval() {
        return MINUTE / perMinute;
    }

    /** How far ahead of the time a bucket may be that still has a token. */
    long slack() {
        return interval() * (burst - 1);
    }

    /** What is left of a bucket that is so far ahead of the time. */
    Quota quota(long ahead) {
        long left = Math.max(0, (interval() * burst - ahead) / interval());
        return new Quota(limit, perMinute, left, (ahead + SECOND - 1) / SECOND);
    }
}
