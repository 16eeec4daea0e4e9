package svc.api.jmap;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the types {@code Date} and {@code UTCDate} (RFC 8620 §1.4): RFC 3339 with capital letters, hours up to 23, and
 * mandatory seconds. A fraction of zero is accepted, because widespread clients write one.
 */
public final class JmapDates {

    private static final String LOCAL =
            "\\d{4}-\\d\\d-\\d\\dT(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d{1,9})?";
    private static final Pattern UTC = Pattern.compile(LOCAL + "Z");
    private static final Pattern WITH_OFFSET = Pattern.compile(LOCAL + "(?:Z|[+-]\\d\\d:[0-5]\\d)");

    private JmapDates() {}

    /** Returns the instant of a {@code UTCDate}; empty if the value is not a {@code UTCDate}. */
    public static Optional<Instant> utc(@Nullable Object value) {
        if (!(value instanceof String text) || !UTC.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Returns the time of a {@code Date}; empty if the value is not a {@code Date}. */
    public static Optional<OffsetDateTime> date(@Nullable Object value) {
        if (!(value instanceof String text) || !WITH_OFFSET.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
