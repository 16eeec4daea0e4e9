package svc.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When what failed for now is tried again, and when it is given up. Immutable. */
record Backoff(Duration first, Duration longest, Duration life) {

    /** RFC 5321 §4.5.4.1: pauses of half an hour or more, four to five days in all; soon at first, for most troubles are short. */
    static final Backoff USUAL = new Backoff(Duration.ofMinutes(5), Duration.ofHours(4), Duration.ofDays(5));

    /** The next turn. */
    record Turn(Instant at) {}

    /**
     * The next turn after this many that failed; empty when it is over.
     *
     * @param since when the message was taken, or was to go
     */
    Optional<Turn> after(int attempts, Instant since, Instant now) {
        Instant end = since.plus(life);
        if (!now.isBefore(end)) {
            return Optional.empty();
        }
        Duration pause = first.multipliedBy(1L << Math.min(Math.max(attempts - 1, 0), 16));
        Instant next = now.plus(pause.compareTo(longest) > 0 ? longest : pause);
        return Optional.of(new Turn(next.isAfter(end) ? end : next));
    }
}
