package svc.cap.submission;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/** How long a message waits at least: until a time, or for as long as it shall be possible to take it back. */
final class HoldTime {

    private static final int LONGEST_UNDO = 3_600;

    private HoldTime() {}

    /** By {@code undoSeconds} and {@code sendAt}; the longer one counts. */
    static Duration of(Map<String, @Nullable Object> given, Instant now) {
        Duration undo = undo(given.get("undoSeconds"));
        Object at = given.get("sendAt");
        if (at == null) {
            return undo;
        }
        Duration until = until(String.valueOf(at), now);
        return until.compareTo(undo) > 0 ? until : undo;
    }

    private static Duration undo(@Nullable Object seconds) {
        if (seconds == null) {
            return Duration.ZERO;
        }
        if (seconds instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() <= LONGEST_UNDO) {
            return Duration.ofSeconds(number.longValue());
        }
        throw SetError.invalidProperty("undoSeconds", "It must be a number from 0 to " + LONGEST_UNDO + ".");
    }

    private static Duration until(String at, Instant now) {
        Duration until;
        try {
            until = Duration.between(now, Instant.parse(at));
        } catch (DateTimeException e) {
            throw SetError.invalidProperty("sendAt", "It must be a time such as 2030-01-31T12:00:00Z.");
        }
        if (until.compareTo(SubmissionCapability.LONGEST_HOLD) > 0) {
            throw SetError.invalidProperty(
                    "sendAt",
                    "A message is held back for " + SubmissionCapability.LONGEST_HOLD.toSeconds()
                            + " seconds at most.");
        }
        return until;
    }
}
