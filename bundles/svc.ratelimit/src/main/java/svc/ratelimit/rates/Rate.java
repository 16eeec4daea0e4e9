package svc.ratelimit.rates;

import java.time.Duration;
import svc.api.ratelimit.RateLimiter.Quota;

/**
 * The rate of a token bucket: a number of requests at once, and a new token at fixed intervals.
 *
 * @param limit the name of the configuration key
 * @param perMinute the sustained number of requests per minute
 * @param burst the maximum number of requests at once
 */
public record Rate(String limit, int perMinute, int burst) {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    public static Rate of(String limit, int perMinute, int burst) {
        return new Rate(limit, perMinute, Math.min(burst, perMinute));
    }

    /** Returns the nanoseconds after which a token is added. */
    public long interval() {
        return MINUTE / perMinute;
    }

    /**
     * Returns the maximum time in nanoseconds that a bucket may be ahead of the current time and still have a token.
     */
    public long slack() {
        return interval() * (burst - 1);
    }

    /** Returns the remaining quota of a bucket that is {@code ahead} nanoseconds ahead of the current time. */
    public Quota quota(long ahead) {
        long left = Math.max(0, (interval() * burst - ahead) / interval());
        return new Quota(limit, perMinute, left, (ahead + SECOND - 1) / SECOND);
    }
}
