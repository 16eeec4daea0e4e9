package svc.cap.submission.send;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;

/** The parameters of MAIL FROM that an envelope may have, each with the grammar of its RFC. */
enum SenderParameter {
    /** RFC 1870 §4: digits. */
    SIZE("[0-9]{1,20}"),
    /** RFC 6152 §2. BINARYMIME is not offered, because all lines are ended with CRLF. */
    BODY("7BIT|8BITMIME"),
    /** RFC 6531 §3.4: no value. */
    SMTPUTF8(null),
    /** RFC 4865 §4.1: seconds. */
    HOLDFOR("[0-9]{1,9}"),
    /** RFC 4865 §4.1: a UTC time. */
    HOLDUNTIL("[0-9TZ:.-]{1,32}");

    /** RFC 5321 §4.1.2: ASCII only, so that case folding does not map another letter to one of a name. */
    private static final Pattern KEYWORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]*");

    private final @Nullable Pattern value;

    SenderParameter(@Nullable String value) {
        this.value = value == null ? null : Pattern.compile(value, Pattern.CASE_INSENSITIVE);
    }

    /** Returns the parameter with this name, ignoring case. */
    static Optional<SenderParameter> named(String name) {
        for (SenderParameter parameter : values()) {
            if (KEYWORD.matcher(name).matches() && name.equalsIgnoreCase(parameter.name())) {
                return Optional.of(parameter);
            }
        }
        return Optional.empty();
    }

    /** Returns whether the parameter may have this value; null means no value. */
    boolean accepts(@Nullable Object given) {
        if (!(given instanceof String text)) {
            return given == null && value == null;
        }
        return value != null
                && value.matcher(text).matches()
                && (this != HOLDUNTIL || JmapDates.utc(text).isPresent());
    }
}
