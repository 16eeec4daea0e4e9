package svc.cap.apppasswords;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as clients read them. */
final class Times {

    private Times() {}

    /** A {@code UTCDate}. */
    static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
