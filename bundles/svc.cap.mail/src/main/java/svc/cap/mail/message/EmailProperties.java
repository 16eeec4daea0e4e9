package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;

/**
 * What a client wants to see of messages (RFC 8621 §4.2, §4.9). Immutable.
 *
 * @param names the properties
 * @param headers those among them that stand for header fields
 * @param parts the properties of parts
 * @param values which values of body parts it wants
 * @param longest the octets that a value may have; 0 for any number
 */
record EmailProperties(
        Set<String> names, List<HeaderProperty> headers, PartProperties parts, Set<Values> values, long longest) {

    static final String BODY_VALUES = "bodyValues";
    static final String BODY_STRUCTURE = "bodyStructure";
    static final String HEADERS = "headers";

    /** What is in the message itself and shown where nothing is named. */
    static final List<String> OF_MESSAGE = List.of(
            "messageId",
            "inReplyTo",
            "references",
            "sender",
            "from",
            "to",
            "cc",
            "bcc",
            "replyTo",
            "subject",
            "sentAt",
            "hasAttachment",
            "preview",
            BODY_VALUES,
            "textBody",
            "htmlBody",
            "attachments");

    /** The further arguments of the method. */
    static final List<String> ARGUMENTS = List.of(
            "bodyProperties", "fetchTextBodyValues", "fetchHTMLBodyValues", "fetchAllBodyValues", "maxBodyValueBytes");

    /** Those that say of the parts what they are. */
    private static final Set<String> OF_PARTS = Set.of(BODY_STRUCTURE, "textBody", "htmlBody", "attachments");

    /** Of which parts a client wants the text. */
    enum Values {
        /** Those of {@code textBody}. */
        TEXT,
        /** Those of {@code htmlBody}. */
        HTML,
        /** All. */
        ALL
    }

    /**
     * Reads the arguments of a call.
     *
     * @param names the properties, all of them known
     * @throws MethodError {@code invalidArguments}
     */
    static EmailProperties of(Set<String> names, Map<String, @Nullable Object> arguments) {
        List<HeaderProperty> headers = new ArrayList<>();
        for (String name : names) {
            HeaderProperty.of(name).ifPresent(headers::add);
        }
        Set<Values> values = new HashSet<>();
        add(values, Values.TEXT, arguments, "fetchTextBodyValues");
        add(values, Values.HTML, arguments, "fetchHTMLBodyValues");
        add(values, Values.ALL, arguments, "fetchAllBodyValues");
        return new EmailProperties(
                names,
                headers,
                PartProperties.of(arguments.get("bodyProperties")),
                values,
                octets(arguments.get("maxBodyValueBytes")));
    }

    private static void add(
            Set<Values> values, Values value, Map<String, @Nullable Object> arguments, String argument) {
        Object given = arguments.get(argument);
        if (given != null && !(given instanceof Boolean)) {
            throw MethodError.invalidArguments("The argument " + argument + " must be true or false.");
        }
        if (Boolean.TRUE.equals(given)) {
            values.add(value);
        }
    }

    private static long octets(@Nullable Object given) {
        if (given == null) {
            return 0;
        }
        if (given instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() == number.longValue()) {
            return number.longValue();
        }
        throw MethodError.invalidArguments("The argument maxBodyValueBytes must be a whole number, 0 or more.");
    }

    boolean has(String name) {
        return names.contains(name);
    }

    boolean hasAny(Collection<String> some) {
        return some.stream().anyMatch(names::contains);
    }

    /** Whether the text of parts is wanted. */
    boolean needValues() {
        return !values.isEmpty() && has(BODY_VALUES);
    }

    /** Whether header fields of the message itself are wanted that the summary does not hold. */
    boolean needHeaders() {
        return !headers.isEmpty() || has(HEADERS);
    }

    /** Whether header fields of parts are wanted. */
    boolean needPartHeaders() {
        return parts.needHeaders() && names.stream().anyMatch(OF_PARTS::contains);
    }

    /** Whether the bytes of the message are needed. */
    boolean needBytes() {
        return needValues() || needHeaders() || needPartHeaders();
    }

    /** Whether the structure of the message is needed. */
    boolean needStructure() {
        return needBytes() || names.stream().anyMatch(OF_PARTS::contains);
    }
}
