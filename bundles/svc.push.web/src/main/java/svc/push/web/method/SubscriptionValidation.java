package svc.push.web.method;

import static svc.api.jmap.ValueReader.PROPERTIES;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.http.client.HttpTarget;
import svc.api.jmap.SetError;
import svc.push.web.crypto.ClientKeys;

/** Validates the properties of a subscription (RFC 8620 §7.2). Each error names its property. */
final class SubscriptionValidation {

    static final String CLIENT = "deviceClientId";
    static final String URL = "url";
    static final String KEYS = "keys";
    static final String CODE = "verificationCode";
    static final String EXPIRES = "expires";
    static final String TYPES = "types";

    /** The longest lifetime of a subscription; the client can extend the lifetime by an update. */
    static final Duration LONGEST = Duration.ofDays(30);

    private static final int CLIENT_LENGTH = 255;
    private static final int MOST_TYPES = 200;
    private static final Pattern TYPE = Pattern.compile("[A-Za-z][A-Za-z0-9:._-]{0,63}");

    private SubscriptionValidation() {}

    static String client(@Nullable Object value) {
        if (value instanceof String text
                && !text.isBlank()
                && text.length() <= CLIENT_LENGTH
                && text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        throw SetError.invalidProperty(
                CLIENT, "The deviceClientId is invalid. Set a string of 1 to " + CLIENT_LENGTH + " characters.");
    }

    static HttpTarget url(@Nullable Object value) {
        return Optional.ofNullable(value)
                .filter(String.class::isInstance)
                .flatMap(text -> HttpTarget.parse((String) text))
                .orElseThrow(() -> SetError.invalidProperty(
                        URL,
                        "The url cannot be used for push messages. Use an absolute URL that begins with https://,"
                                + " of " + HttpTarget.LONGEST + " characters at most, without user and fragment."));
    }

    static Optional<ClientKeys> keys(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        return Optional.of(ClientKeys.read(value)
                .orElseThrow(() -> SetError.invalidProperty(
                        KEYS,
                        "The keys are invalid (RFC 8291). Set p256dh to an uncompressed P-256 point of 65 bytes"
                                + " and auth to 16 bytes, both in base64url.")));
    }

    /** Returns the expiry that the client set, but at most the longest lifetime. */
    static Instant expires(@Nullable Object value, Instant now) {
        Instant last = now.plus(LONGEST).truncatedTo(ChronoUnit.SECONDS);
        if (value == null) {
            return last;
        }
        Instant wanted = PROPERTIES.utcDate(EXPIRES, value).truncatedTo(ChronoUnit.MILLIS);
        if (!wanted.isAfter(now)) {
            throw SetError.invalidProperty(
                    EXPIRES, "The time is in the past. Use a time in the future, or destroy the subscription.");
        }
        return wanted.isBefore(last) ? wanted : last;
    }

    static Optional<Set<String>> types(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        List<String> names = PROPERTIES.strings(TYPES, value);
        if (names.size() > MOST_TYPES
                || !names.stream().allMatch(name -> TYPE.matcher(name).matches())) {
            throw SetError.invalidProperty(
                    TYPES,
                    "The types are not a list of type names. Set names such as Email, " + MOST_TYPES
                            + " at most, or null for all.");
        }
        return Optional.of(new LinkedHashSet<>(names));
    }
}
