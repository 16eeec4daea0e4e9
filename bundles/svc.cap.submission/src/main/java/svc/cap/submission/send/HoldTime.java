package svc.cap.submission.send;

import static svc.api.jmap.ValueReader.PROPERTIES;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.cap.submission.SubmissionCapability;

/** The minimum time that a message waits before delivery: until {@code sendAt}, and long enough to be canceled. */
public final class HoldTime {

    private static final int LONGEST_UNDO = 3_600;

    private HoldTime() {}

    /** Returns the longer of {@code undoSeconds} and the time until {@code sendAt}. */
    public static Duration of(Map<String, @Nullable Object> given, Instant now) {
        Duration undo = undoWindow(given.get("undoSeconds"));
        Object at = given.get("sendAt");
        if (at == null) {
            return undo;
        }
        Duration until = untilTime(at, now);
        return until.compareTo(undo) > 0 ? until : undo;
    }

    private static Duration undoWindow(@Nullable Object seconds) {
        if (seconds == null) {
            return Duration.ZERO;
        }
        return Duration.ofSeconds(PROPERTIES.unsigned("undoSeconds", seconds, LONGEST_UNDO));
    }

    private static Duration untilTime(Object at, Instant now) {
        Duration until = Duration.between(now, PROPERTIES.utcDate("sendAt", at));
        if (until.compareTo(SubmissionCapability.LONGEST_HOLD) > 0) {
            throw SetError.invalidProperty(
                    "sendAt",
                    "A message is held back for " + SubmissionCapability.LONGEST_HOLD.toSeconds()
                            + " seconds at most.");
        }
        return until;
    }
}
