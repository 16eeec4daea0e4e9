package svc.cap.submission.send;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;

/** The parameters of MAIL FROM that an envelope may have, each with the grammar of its RFC. */
enum SenderParameter {
    /** The size of the message: digits (RFC 1870 §4). */
    SIZE("[0-9]{1,20}"),
    /** The body type (RFC 6152 §2). BINARYMIME is not offered, because all lines are ended with CRLF. */
    BODY("7BIT|8BITMIME"),
    /** Requests internationalized mail; it has no value (RFC 6531 §3.4). */
    SMTPUTF8(null),
    /** A number of seconds (RFC 4865 §4.1). */
    HOLDFOR("[0-9]{1,9}"),
    /** A UTC time (RFC 4865 §4.1). */
    HOLDUNTIL("[0-9TZ:.-]{1,32}");

    /**
     * The syntax of a parameter name (RFC 5321 §4.1.2). Only ASCII is permitted, so that case folding cannot map
     * another letter to a letter of a name.
     */
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
