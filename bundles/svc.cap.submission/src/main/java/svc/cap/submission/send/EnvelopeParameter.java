package svc.cap.submission.send;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;

/** The parameters of MAIL FROM and RCPT TO that an envelope may have, each with the grammar of its RFC. */
enum EnvelopeParameter {
    /** The size of the message: digits (RFC 1870 §4). */
    SIZE(true, "[0-9]{1,20}"),
    /** The body type (RFC 6152 §2). BINARYMIME is not offered, because all lines are ended with CRLF. */
    BODY(true, "7BIT|8BITMIME"),
    /** Requests internationalized mail; it has no value (RFC 6531 §3.4). */
    SMTPUTF8(true, null),
    /** Requires verified TLS on the whole way; it has no value (RFC 8689 §3). */
    REQUIRETLS(true, null),
    /** A number of seconds (RFC 4865 §4.1). */
    HOLDFOR(true, "[0-9]{1,9}"),
    /** A UTC time (RFC 4865 §4.1). */
    HOLDUNTIL(true, "[0-9TZ:.-]{1,32}"),
    /** How much of the message a notification of failure contains (RFC 3461 §4.3). */
    RET(true, "FULL|HDRS"),
    /** The envelope identifier, without the encoding of SMTP: printable US-ASCII (RFC 3461 §4.4). */
    ENVID(true, "[ -~]{1,100}"),
    /** The conditions of notifications, each at most once (RFC 3461 §4.1). */
    NOTIFY(false, "NEVER|(?!.*\\b(\\w+)\\b.*\\b\\1\\b)(?:SUCCESS|FAILURE|DELAY)(?:,(?:SUCCESS|FAILURE|DELAY)){0,2}"),
    /** The original recipient with the type of its address, without the encoding of SMTP (RFC 3461 §4.2). */
    ORCPT(false, "[A-Z0-9-]{1,32};[ -~]{1,500}");

    /** The longest values with the encoding of SMTP (RFC 3461 §4.2 and §4.4). */
    private static final int LONGEST_ENVELOPE_ID = 100;

    private static final int LONGEST_ORIGINAL_RECIPIENT = 500;

    /**
     * The syntax of a parameter name (RFC 5321 §4.1.2). Only ASCII is permitted, so that case folding cannot map
     * another letter to a letter of a name.
     */
    private static final Pattern KEYWORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]*");

    private final boolean ofSender;
    private final @Nullable Pattern value;

    EnvelopeParameter(boolean ofSender, @Nullable String value) {
        this.ofSender = ofSender;
        this.value = value == null ? null : Pattern.compile(value, Pattern.CASE_INSENSITIVE);
    }

    /** Returns the parameter of MAIL FROM, or of RCPT TO, with this name, ignoring case. */
    static Optional<EnvelopeParameter> named(String name, boolean ofSender) {
        for (EnvelopeParameter parameter : values()) {
            if (parameter.ofSender == ofSender
                    && KEYWORD.matcher(name).matches()
                    && name.equalsIgnoreCase(parameter.name())) {
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
                && switch (this) {
                    case HOLDUNTIL -> JmapDates.utc(text).isPresent();
                    case ENVID -> encodedLength(text) <= LONGEST_ENVELOPE_ID;
                    case ORCPT -> encodedLength(text) <= LONGEST_ORIGINAL_RECIPIENT;
                    default -> true;
                };
    }

    /** Returns the length of a text in the encoding xtext, in which each of these characters has three (RFC 3461 §4). */
    private static long encodedLength(String text) {
        return text.length()
                + 2 * text.chars().filter(c -> c == ' ' || c == '+' || c == '=').count();
    }
}
