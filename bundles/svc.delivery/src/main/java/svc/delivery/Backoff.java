package svc.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The retry schedule after transient failures, and the time after which delivery is given up. Immutable. */
record Backoff(Duration first, Duration longest, Duration life) {

    /**
     * RFC 5321 §4.5.4.1 recommends retries at least 30 minutes apart for four to five days. The first retries are
     * sooner, because most failures are short.
     */
    static final Backoff USUAL = new Backoff(Duration.ofMinutes(5), Duration.ofHours(4), Duration.ofDays(5));

    /**
     * Returns the time of the next attempt after this number of failed attempts; empty if the time for delivery is over.
     *
     * @param since when the message was queued, or when it was due
     */
    Optional<Instant> next(int attempts, Instant since, Instant now) {
        Instant end = since.plus(life);
        if (!now.isBefore(end)) {
            return Optional.empty();
        }
        Duration pause = first.multipliedBy(1L << Math.min(Math.max(attempts - 1, 0), 16));
        Instant next = now.plus(pause.compareTo(longest) > 0 ? longest : pause);
        return Optional.of(next.isAfter(end) ? end : next);
    }
}
