package svc.cap.mdn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/**
 * The properties of an MDN from a client (RFC 9007 §2). Immutable.
 *
 * @param forEmail the id of the original email, or {@code #} and a creation id
 * @param subject the subject; null means the default value, also for the other nullable properties
 * @param extensions the extension fields by name
 */
record MdnProperties(
        String forEmail,
        @Nullable String subject,
        @Nullable String text,
        boolean original,
        @Nullable String userAgent,
        Disposition disposition,
        @Nullable String finalRecipient,
        Map<String, String> extensions) {

    private static final int LONGEST_TEXT = 100_000;

    /**
     * Maximum length of a field. Each field is written in one line, and a line has at most 998 octets (RFC 5322
     * §2.1.1).
     */
    private static final int LONGEST_FIELD = 800;

    private static final int MOST_EXTENSIONS = 50;

    private static final Set<String> GIVEN = Set.of(
            "forEmailId",
            "subject",
            "textBody",
            "includeOriginalMessage",
            "reportingUA",
            "disposition",
            "finalRecipient",
            "extensionFields");

    /** Names of the fields that have a property of their own, in lower case. */
    static final Set<String> FIELDS = Set.of(
            "reporting-ua",
            "mdn-gateway",
            "original-recipient",
            "final-recipient",
            "original-message-id",
            "disposition",
            "error");

    /** The syntax of a field name (RFC 5322 §3.6.8). */
    private static final Pattern NAME = Pattern.compile("[!-9;-~]{1,70}");

    private static final Pattern LINE = Pattern.compile("[^\\p{Cc}\\x{2028}\\x{2029}]*");

    MdnProperties {
        extensions = Map.copyOf(extensions);
    }

    /**
     * Parses and validates the properties.
     *
     * @throws SetError if a property is invalid
     */
    static MdnProperties of(Map<?, ?> given) {
        List<String> others = given.keySet().stream()
                .map(String::valueOf)
                .filter(name -> !GIVEN.contains(name))
                .toList();
        if (!others.isEmpty()) {
            throw SetError.invalidProperties(others, "An MDN has no such properties, or they are set by the server.");
        }
        if (!(given.get("forEmailId") instanceof String email)) {
            throw SetError.invalidProperty("forEmailId", "forEmailId is required: the email that the MDN is about.");
        }
        Object original = given.get("includeOriginalMessage");
        if (given.containsKey("includeOriginalMessage") && !(original instanceof Boolean)) {
            throw SetError.invalidProperty("includeOriginalMessage", "The value must be true or false.");
        }
        return new MdnProperties(
                email,
                line(given, "subject"),
                text(given),
                Boolean.TRUE.equals(original),
                line(given, "reportingUA"),
                Disposition.given(given.get("disposition")),
                line(given, "finalRecipient"),
                extensions(given.get("extensionFields")));
    }

    private static @Nullable String text(Map<?, ?> given) {
        Object value = given.get("textBody");
        if (value == null) {
            return null;
        } else if (value instanceof String text && text.length() <= LONGEST_TEXT) {
            return text;
        }
        throw SetError.invalidProperty(
                "textBody", "The value must be null or a string of at most " + LONGEST_TEXT + " characters.");
    }

    private static @Nullable String line(Map<?, ?> given, String property) {
        Object value = given.get(property);
        if (value == null) {
            return null;
        } else if (value instanceof String text && isLine(text)) {
            return text.strip();
        }
        throw SetError.invalidProperty(
                property, "The value must be null or one line of at most " + LONGEST_FIELD + " characters.");
    }

    private static boolean isLine(String text) {
        return text.length() <= LONGEST_FIELD
                && !text.isBlank()
                && LINE.matcher(text).matches();
    }

    private static Map<String, String> extensions(@Nullable Object given) {
        if (given == null) {
            return Map.of();
        }
        if (given instanceof Map<?, ?> map && map.size() <= MOST_EXTENSIONS) {
            Map<String, String> extensions = new LinkedHashMap<>();
            Set<String> names = new TreeSet<>(FIELDS);
            map.forEach((name, value) -> {
                if (NAME.matcher(String.valueOf(name)).matches()
                        && names.add(String.valueOf(name).toLowerCase(Locale.ROOT))
                        && value instanceof String text
                        && isLine(text)) {
                    extensions.put(String.valueOf(name), text.strip());
                }
            });
            if (extensions.size() == map.size()) {
                return extensions;
            }
        }
        throw SetError.invalidProperty(
                "extensionFields",
                "The value must be null or an object of at most " + MOST_EXTENSIONS
                        + " fields. Each name must be unique and not the field of another property; each value must be a line of at most "
                        + LONGEST_FIELD + " characters.");
    }
}
