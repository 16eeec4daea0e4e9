package svc.push.web;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/** What the properties of a subscription may be (RFC 8620 §7.2); each refusal names its property. */
final class Terms {

    static final String CLIENT = "deviceClientId";
    static final String URL = "url";
    static final String KEYS = "keys";
    static final String CODE = "verificationCode";
    static final String EXPIRES = "expires";
    static final String TYPES = "types";

    /** A subscription lasts so long at most; whoever wants more moves its end in time. */
    static final Duration LONGEST = Duration.ofDays(30);

    private static final int CLIENT_LENGTH = 255;
    private static final int MOST_TYPES = 200;
    private static final Pattern TYPE = Pattern.compile("[A-Za-z][A-Za-z0-9:._-]{0,63}");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z");

    private Terms() {}

    static String client(@Nullable Object value) {
        if (value instanceof String text
                && !text.isBlank()
                && text.length() <= CLIENT_LENGTH
                && text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        throw SetError.invalidProperty(
                CLIENT, "The deviceClientId is a text of 1 to " + CLIENT_LENGTH + " characters. Give one.");
    }

    static Target url(@Nullable Object value) {
        return Optional.ofNullable(value)
                .filter(String.class::isInstance)
                .flatMap(text -> Target.parse((String) text))
                .orElseThrow(() -> SetError.invalidProperty(
                        URL,
                        "The url is none that a message can be sent to. Give an absolute one that begins with https://,"
                                + " of " + Target.LONGEST + " characters at most, without user and fragment."));
    }

    static Optional<ClientKeys> keys(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        return Optional.of(ClientKeys.read(value)
                .orElseThrow(() -> SetError.invalidProperty(
                        KEYS,
                        "The keys are not those of RFC 8291. Give p256dh, an uncompressed point of P-256 of 65 bytes,"
                                + " and auth, 16 bytes, both in base64url.")));
    }

    /** When it ends: when the client wants it, but not beyond the longest time. */
    static Instant expires(@Nullable Object value, Instant now) {
        Instant last = now.plus(LONGEST).truncatedTo(ChronoUnit.SECONDS);
        if (value == null) {
            return last;
        }
        Instant wanted = date(value)
                .orElseThrow(() -> SetError.invalidProperty(
                        EXPIRES, "The time is no UTCDate. Give one such as 2030-01-31T12:00:00Z, or null."));
        if (!wanted.isAfter(now)) {
            throw SetError.invalidProperty(
                    EXPIRES, "The time has passed. Give one to come, or destroy the subscription.");
        }
        return wanted.isBefore(last) ? wanted : last;
    }

    /** A UTCDate (RFC 8620 §1.4), to the millisecond. */
    private static Optional<Instant> date(Object value) {
        try {
            return value instanceof String text && DATE.matcher(text).matches()
                    ? Optional.of(Instant.parse(text).truncatedTo(ChronoUnit.MILLIS))
                    : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    static Optional<Set<String>> types(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        Set<String> names = new LinkedHashSet<>();
        if (value instanceof List<?> list && list.size() <= MOST_TYPES) {
            for (Object name : list) {
                if (!(name instanceof String text) || !TYPE.matcher(text).matches()) {
                    throw wrongTypes();
                }
                names.add(text);
            }
            return Optional.of(names);
        }
        throw wrongTypes();
    }

    private static SetError wrongTypes() {
        return SetError.invalidProperty(
                TYPES,
                "The types are no list of names of types. Give names such as Email, " + MOST_TYPES
                        + " at most, or null for all.");
    }
}
