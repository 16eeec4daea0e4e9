package svc.health;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import svc.api.health.HealthChecks.Result;

/**
 * A failure of a check, from the round in which it failed first to the round in which it did not fail any more.
 *
 * @param detail what the check found first
 * @param remedy the remedy; can be empty
 * @param end when it was over; null while the check fails
 * @param isMailed whether the notice that the check fails is in the queue
 */
record Failure(
        String family,
        String check,
        String detail,
        String remedy,
        Instant begin,
        @Nullable Instant end,
        boolean isMailed) {

    static Failure of(Result result, Instant begin) {
        return new Failure(
                result.family(),
                result.finding().check(),
                result.finding().detail(),
                result.finding().remedy().orElse(""),
                begin,
                null,
                false);
    }

    boolean isOver() {
        return end != null;
    }

    /** Returns whether it was over before a time. */
    boolean wasOver(Instant before) {
        return end != null && end.isBefore(before);
    }

    Failure over(Instant at) {
        return new Failure(family, check, detail, remedy, begin, at, isMailed);
    }

    Failure mailed() {
        return new Failure(family, check, detail, remedy, begin, end, true);
    }
}
