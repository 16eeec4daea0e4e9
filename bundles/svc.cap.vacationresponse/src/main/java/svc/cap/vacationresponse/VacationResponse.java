package svc.cap.vacationresponse;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.MaxLength;

/** The vacation response of an account (RFC 8621 §8). */
record VacationResponse(
        @Default("false") boolean isEnabled,
        @Nullable Instant fromDate,
        @Nullable Instant toDate,
        @MaxLength(1_000) @Nullable String subject,
        @MaxLength(100_000) @Nullable String textBody,
        @MaxLength(100_000) @Nullable String htmlBody) {

    static final VacationResponse NONE = new VacationResponse(false, null, null, null, null, null);

    boolean isActive(Instant now) {
        return isEnabled && (fromDate == null || !now.isBefore(fromDate)) && (toDate == null || now.isBefore(toDate));
    }
}
