package svc.delivery.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The retry schedule after transient failures, and the time after which delivery is given up. RFC 5321 §4.5.4.1 recommends
 * intervals of at least 30 minutes between retries, for four to five days. The first intervals are shorter by default,
 * because most failures last only a short time. Immutable.
 */
public record Backoff(Duration first, Duration longest, Duration life) {

    /**
     * Returns the time of the next attempt after this number of failed attempts. Returns empty if the time for delivery
     * is over.
     *
     * @param since the time at which the message was queued
     */
    public Optional<Instant> next(int attempts, Instant since, Instant now) {
        Instant end = end(since);
        if (!now.isBefore(end)) {
            return Optional.empty();
        }
        Duration pause = first.multipliedBy(1L << Math.min(Math.max(attempts - 1, 0), 16));
        Instant next = now.plus(pause.compareTo(longest) > 0 ? longest : pause);
        return Optional.of(next.isAfter(end) ? end : next);
    }

    /** Returns the time at which delivery is given up. */
    public Instant end(Instant since) {
        return since.plus(life);
    }
}
