package svc.cap.submission.identity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/**
 * An identity: the name, address and signatures with which a user sends messages (RFC 8621 §6).
 *
 * @param replyTo the addresses in JSON form; null if not set
 * @param main whether this is the identity of the account's primary address; this identity cannot be destroyed
 */
public record Identity(
        String name,
        String email,
        @Nullable List<Map<String, @Nullable Object>> replyTo,
        @Nullable List<Map<String, @Nullable Object>> bcc,
        String text,
        String html,
        boolean main) {

    public static final String TYPE = "Identity";
    public static final char LETTER = 'i';

    /** Maximum length of a name, in characters. */
    private static final int LONGEST_NAME = 1_000;

    private static final int LONGEST_SIGNATURE = 100_000;

    static Identity of(String email, String name, boolean main) {
        return new Identity(name, email, null, null, "", "", main);
    }

    /**
     * Returns a copy with one property set to a value from a client. Rejects invalid values and properties that cannot
     * be set.
     */
    Identity with(String property, @Nullable Object value) {
        return switch (property) {
            case "name" -> new Identity(text(property, value, LONGEST_NAME), email, replyTo, bcc, text, html, main);
            case "email" -> new Identity(name, text(property, value, LONGEST_NAME), replyTo, bcc, text, html, main);
            case "replyTo" -> new Identity(name, email, addresses(property, value), bcc, text, html, main);
            case "bcc" -> new Identity(name, email, replyTo, addresses(property, value), text, html, main);
            case "textSignature" ->
                new Identity(name, email, replyTo, bcc, text(property, value, LONGEST_SIGNATURE), html, main);
            case "htmlSignature" ->
                new Identity(name, email, replyTo, bcc, text, text(property, value, LONGEST_SIGNATURE), main);
            default ->
                throw SetError.invalidProperty(
                        property, "An Identity has no such property, or the property is set by the server.");
        };
    }

    private static String text(String property, @Nullable Object value, int longest) {
        if (value instanceof String text && text.length() <= longest) {
            return text;
        }
        throw SetError.invalidProperty(property, property + " must be a string of at most " + longest + " characters.");
    }

    private static @Nullable List<Map<String, @Nullable Object>> addresses(String property, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(one -> address(property, one)).toList();
        }
        throw SetError.invalidProperty(property, property + " must be null or an array of EmailAddress.");
    }

    private static Map<String, @Nullable Object> address(String property, @Nullable Object value) {
        if (value instanceof Map<?, ?> map
                && map.get("email") instanceof String email
                && SmtpAddress.isAddress(email)
                && (map.get("name") == null || map.get("name") instanceof String)
                && List.of("name", "email").containsAll(map.keySet())) {
            Map<String, @Nullable Object> address = new LinkedHashMap<>();
            address.put("name", map.get("name"));
            address.put("email", email);
            return address;
        }
        throw SetError.invalidProperty(
                property, "Each EmailAddress must have a name (a string or null) and an email (an address).");
    }
}
