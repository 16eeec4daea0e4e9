package svc.cap.submission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/**
 * Who somebody is when sending (RFC 8621 §6).
 *
 * @param replyTo addresses as JSON has them; null for none
 * @param main whether it came with the account, and stays
 */
record Identity(
        String name,
        String email,
        @Nullable List<Map<String, @Nullable Object>> replyTo,
        @Nullable List<Map<String, @Nullable Object>> bcc,
        String text,
        String html,
        boolean main) {

    static final String TYPE = "Identity";
    static final char LETTER = 'i';

    /** Characters of a name; a signature may be longer. */
    private static final int LONGEST_NAME = 1_000;

    private static final int LONGEST_SIGNATURE = 100_000;

    /** One with nothing but its address. */
    static Identity of(String email, String name, boolean main) {
        return new Identity(name, email, null, null, "", "", main);
    }

    /** The same with a property that a client gives. */
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
                throw SetError.invalidProperty(property, "An Identity has no property of this name that can be set.");
        };
    }

    private static String text(String property, @Nullable Object value, int longest) {
        if (value instanceof String text && text.length() <= longest) {
            return text;
        }
        throw SetError.invalidProperty(property, property + " must be a text of at most " + longest + " characters.");
    }

    private static @Nullable List<Map<String, @Nullable Object>> addresses(String property, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(one -> address(property, one)).toList();
        }
        throw SetError.invalidProperty(property, property + " must be null or a list of addresses.");
    }

    private static Map<String, @Nullable Object> address(String property, @Nullable Object value) {
        if (value instanceof Map<?, ?> map
                && map.get("email") instanceof String email
                && Mailboxes.isAddress(email)
                && (map.get("name") == null || map.get("name") instanceof String)
                && List.of("name", "email").containsAll(map.keySet())) {
            Map<String, @Nullable Object> address = new LinkedHashMap<>();
            address.put("name", map.get("name"));
            address.put("email", email);
            return address;
        }
        throw SetError.invalidProperty(
                property, "Each address must be an object with name, a text or null, and email, an address.");
    }
}
