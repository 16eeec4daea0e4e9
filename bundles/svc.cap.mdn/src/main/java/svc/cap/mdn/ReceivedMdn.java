package svc.cap.mdn;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.mime.HeaderField;

/**
 * A parsed MDN (RFC 9007 §2). Immutable.
 *
 * @param fields the fields of the machine-readable part
 * @param original whether the original message is included
 */
record ReceivedMdn(
        @Nullable String subject, @Nullable String text, boolean original, Disposition disposition, Fields fields) {

    /**
     * The fields of the machine-readable part.
     *
     * @param known the values of the fields that have a property in RFC 9007, by name in lower case; if a field occurs
     *     several times, its first value
     * @param errors the values of all Error fields
     * @param extensions the other fields by name
     */
    record Fields(Map<String, String> known, List<String> errors, Map<String, String> extensions) {

        Fields {
            known = Map.copyOf(known);
            errors = List.copyOf(errors);
        }

        @Nullable
        String get(String name) {
            return known.get(name);
        }
    }

    /** Returns the id of the original message without angle brackets; empty unless there is exactly one. */
    Optional<String> messageId() {
        String field = fields.get("original-message-id");
        List<String> ids = field == null
                ? null
                : HeaderField.of("Original-Message-ID", field).messageIds();
        return ids == null || ids.size() != 1 ? Optional.empty() : Optional.of(ids.get(0));
    }

    /** Returns the recipient addresses in Original-Recipient and Final-Recipient. */
    Set<String> recipients() {
        Set<String> addresses = new LinkedHashSet<>();
        Stream.of("original-recipient", "final-recipient").map(fields::get).forEach(field -> {
            if (field != null) {
                String address = field.substring(field.indexOf(';') + 1).strip();
                boolean bracketed = address.startsWith("<") && address.endsWith(">");
                addresses.add(bracketed ? address.substring(1, address.length() - 1) : address);
            }
        });
        return addresses;
    }

    /**
     * Returns the MDN as clients see it.
     *
     * @param email the id of the original email; null if it is unknown or ambiguous
     */
    Map<String, @Nullable Object> members(@Nullable String email) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("forEmailId", email);
        members.put("subject", subject);
        members.put("textBody", text);
        members.put("includeOriginalMessage", original);
        members.put("reportingUA", fields.get("reporting-ua"));
        members.put("disposition", disposition.members());
        members.put("mdnGateway", fields.get("mdn-gateway"));
        members.put("originalRecipient", fields.get("original-recipient"));
        members.put("finalRecipient", fields.get("final-recipient"));
        members.put("originalMessageId", fields.get("original-message-id"));
        members.put("error", fields.errors().isEmpty() ? null : fields.errors());
        members.put("extensionFields", fields.extensions().isEmpty() ? null : fields.extensions());
        return members;
    }
}
