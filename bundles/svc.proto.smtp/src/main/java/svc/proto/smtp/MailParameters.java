package svc.proto.smtp;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import svc.api.delivery.Envelope.ReturnContent;

/**
 * The parameters of MAIL.
 *
 * @param smtpUtf8 whether the message needs internationalized email (RFC 6531 §3.4)
 * @param requireTls whether the message must only be sent over verified TLS (RFC 8689)
 * @param content how much of the message a notification of failure contains (RFC 3461 §4.3)
 * @param envelopeId the envelope identifier (RFC 3461 §4.4)
 * @param due the time before which delivery does not begin (RFC 4865)
 */
record MailParameters(
        boolean smtpUtf8, boolean requireTls, ReturnContent content, Optional<String> envelopeId, Instant due) {

    /** The longest time for which a message is held; the same as by JMAP. */
    static final Duration LONGEST_HOLD = Duration.ofDays(30);

    /** No parameters. */
    static final MailParameters NONE =
            new MailParameters(false, false, ReturnContent.HEADERS, Optional.empty(), Instant.EPOCH);

    private static final int LONGEST_ENVELOPE_ID = 100;
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,20}");
    private static final Pattern SECONDS = Pattern.compile("[1-9][0-9]{0,8}");

    /** What the parameters may be on a connection. */
    record Rules(Role role, boolean tls, long maxSize, Instant now) {}

    static MailParameters parse(Map<String, String> parameters, Rules rules) throws RefusedException {
        boolean submission = rules.role() == Role.SUBMISSION;
        boolean utf8 = false;
        boolean requireTls = false;
        ReturnContent content = ReturnContent.HEADERS;
        Optional<String> envelopeId = Optional.empty();
        Instant due = rules.now();
        if (parameters.containsKey("HOLDFOR") && parameters.containsKey("HOLDUNTIL")) {
            throw Refusal.INVALID_PARAMETER.with("HOLDUNTIL");
        }
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            String name = parameter.getKey();
            String value = parameter.getValue();
            if (name.equals("SIZE")) {
                checkSize(value, rules.maxSize());
            } else if (name.equals("BODY")) {
                require(value.equalsIgnoreCase("7BIT") || value.equalsIgnoreCase("8BITMIME"), name);
            } else if (name.equals("SMTPUTF8")) {
                require(value.isEmpty(), name);
                utf8 = true;
            } else if (name.equals("REQUIRETLS") && rules.tls()) {
                require(value.isEmpty(), name);
                requireTls = true;
            } else if (name.equals("RET") && submission) {
                content = content(value);
            } else if (name.equals("ENVID") && submission) {
                envelopeId = PathArgument.decoded(value).filter(id -> value.length() <= LONGEST_ENVELOPE_ID);
                require(envelopeId.isPresent() && !value.isEmpty(), name);
            } else if (name.equals("AUTH") && submission) {
                // The sender is known from the sign-in, so the value is not used (RFC 4954 §5).
                require(
                        value.equals("<>")
                                || (!value.isEmpty()
                                        && PathArgument.decoded(value).isPresent()),
                        name);
            } else if ((name.equals("HOLDFOR") || name.equals("HOLDUNTIL")) && submission) {
                due = due(name, value, rules.now());
            } else {
                throw Refusal.UNKNOWN_PARAMETER.with(name);
            }
        }
        return new MailParameters(utf8, requireTls, content, envelopeId, due);
    }

    private static void require(boolean valid, String name) throws RefusedException {
        if (!valid) {
            throw Refusal.INVALID_PARAMETER.with(name);
        }
    }

    private static void checkSize(String value, long most) throws RefusedException {
        require(DIGITS.matcher(value).matches(), "SIZE");
        // A number of more than 18 digits is too large, too.
        if (value.length() > 18 || Long.parseLong(value) > most) {
            throw Refusal.MESSAGE_TOO_LARGE.with(most);
        }
    }

    private static ReturnContent content(String value) throws RefusedException {
        return switch (value.toUpperCase(Locale.ROOT)) {
            case "FULL" -> ReturnContent.FULL;
            case "HDRS" -> ReturnContent.HEADERS;
            default -> throw Refusal.INVALID_PARAMETER.with("RET");
        };
    }

    /** Returns the latest time until which a message is held, as the server announces it. */
    static Instant latest(Instant now) {
        return now.plus(LONGEST_HOLD).truncatedTo(ChronoUnit.SECONDS);
    }

    private static Instant due(String name, String value, Instant now) throws RefusedException {
        Instant due;
        try {
            require(!name.equals("HOLDFOR") || SECONDS.matcher(value).matches(), name);
            due = name.equals("HOLDFOR") ? now.plusSeconds(Long.parseLong(value)) : Instant.parse(value);
        } catch (DateTimeParseException e) {
            throw Refusal.INVALID_PARAMETER.with(name);
        }
        require(!due.isAfter(now.plus(LONGEST_HOLD)), name);
        return due.isBefore(now) ? now : due;
    }
}
