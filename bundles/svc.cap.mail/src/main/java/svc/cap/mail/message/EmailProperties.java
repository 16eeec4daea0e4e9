package svc.cap.mail.message;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.ValueReader;

/**
 * The email properties that a client requests (RFC 8621 §4.2, §4.9). Immutable.
 *
 * @param names the properties
 * @param headers those of the properties that are header fields
 * @param parts the properties of body parts
 * @param values the body values to return
 * @param longest the maximum size of a body value in octets; 0 for no limit
 */
public record EmailProperties(
        Set<String> names, List<HeaderProperty> headers, PartProperties parts, Set<Values> values, long longest) {

    public static final String BODY_VALUES = "bodyValues";
    public static final String BODY_STRUCTURE = "bodyStructure";
    public static final String HEADERS = "headers";

    private static final String MAX_BYTES = "maxBodyValueBytes";

    /** The default properties that come from the message itself. */
    public static final List<String> OF_MESSAGE = List.of(
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

    /** The extra arguments of {@code Email/get}. */
    public static final List<String> ARGUMENTS =
            List.of("bodyProperties", "fetchTextBodyValues", "fetchHTMLBodyValues", "fetchAllBodyValues", MAX_BYTES);

    /** The properties that describe body parts. */
    private static final Set<String> OF_PARTS = Set.of(BODY_STRUCTURE, "textBody", "htmlBody", "attachments");

    /** The groups of parts whose body values a client can request. */
    enum Values {
        /** The parts of {@code textBody}. */
        TEXT("fetchTextBodyValues"),
        /** The parts of {@code htmlBody}. */
        HTML("fetchHTMLBodyValues"),
        /** All text parts. */
        ALL("fetchAllBodyValues");

        private final String argument;

        Values(String argument) {
            this.argument = argument;
        }
    }

    /**
     * Parses the arguments of a call.
     *
     * @param names the properties, all of them known
     * @throws MethodError {@code invalidArguments}
     */
    public static EmailProperties of(Set<String> names, Map<String, @Nullable Object> arguments) {
        List<HeaderProperty> headers = new ArrayList<>();
        for (String name : names) {
            HeaderProperty.of(name).ifPresent(headers::add);
        }
        Set<Values> values = EnumSet.noneOf(Values.class);
        for (Values one : Values.values()) {
            if (ValueReader.ARGUMENTS.flag(one.argument, arguments.get(one.argument))) {
                values.add(one);
            }
        }
        return new EmailProperties(
                names,
                headers,
                PartProperties.of(arguments.get("bodyProperties")),
                values,
                ValueReader.ARGUMENTS
                        .optional(MAX_BYTES, arguments.get(MAX_BYTES), ValueReader.ARGUMENTS::unsigned)
                        .orElse(0L));
    }

    public boolean has(String name) {
        return names.contains(name);
    }

    public boolean hasAny(Collection<String> portion) {
        return portion.stream().anyMatch(names::contains);
    }

    /** Returns whether body values are requested. */
    boolean needValues() {
        return !values.isEmpty() && has(BODY_VALUES);
    }

    /** Returns whether the client requests header fields of the message that are not in the summary. */
    boolean needHeaders() {
        return !headers.isEmpty() || has(HEADERS);
    }

    /** Returns whether header fields of parts are requested. */
    boolean needPartHeaders() {
        return parts.needHeaders() && names.stream().anyMatch(OF_PARTS::contains);
    }

    /** Returns whether the bytes of the message are needed. */
    public boolean needBytes() {
        return needValues() || needHeaders() || needPartHeaders();
    }

    /** Returns whether the structure of the message is needed. */
    public boolean needStructure() {
        return needBytes() || names.stream().anyMatch(OF_PARTS::contains);
    }
}
