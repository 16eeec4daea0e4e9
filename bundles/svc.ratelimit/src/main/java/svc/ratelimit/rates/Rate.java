package svc.ratelimit.rates;

import java.time.Duration;
import svc.api.ratelimit.RateLimiter.Quota;

/**
 * The capacity of a token bucket, and the rate at which tokens are added.
 *
 * @param limit the name of the limit for the client: the configuration key of the rate
 * @param perMinute the sustained number of requests per minute
 * @param burst the maximum number of requests at once: the capacity of the bucket
 */
public record Rate(String limit, int perMinute, int burst) {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    public static Rate of(String limit, int perMinute, int burst) {
        return new Rate(limit, perMinute, Math.min(burst, perMinute));
    }

    /** Returns the time between two new tokens in nanoseconds. */
    public long interval() {
        return MINUTE / perMinute;
    }

    /** Returns the maximum time in nanoseconds until a bucket is full, for a bucket that still has a token. */
    public long slack() {
        return interval() * (burst - 1);
    }

    /** Returns the remaining quota of a bucket that will be full in {@code ahead} nanoseconds. */
    public Quota quota(long ahead) {
        long left = Math.max(0, (interval() * burst - ahead) / interval());
        return new Quota(limit, perMinute, left, (ahead + SECOND - 1) / SECOND);
    }
}
