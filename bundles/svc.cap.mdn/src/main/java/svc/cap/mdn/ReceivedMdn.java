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
 * A notification that was read (RFC 9007 §2). Immutable.
 *
 * @param fields what its second part says
 * @param original whether the message that it is about is in it
 */
record ReceivedMdn(
        @Nullable String subject, @Nullable String text, boolean original, Disposition disposition, Fields fields) {

    /**
     * The fields of the part that machines read.
     *
     * @param known the first of each name that has a property, by that name in small letters
     * @param errors all of them
     * @param extensions the others by their names
     */
    record Fields(Map<String, String> known, List<String> errors, Map<String, String> extensions) {

        /** Copies what is given; the order of the others stays. */
        Fields {
            known = Map.copyOf(known);
            errors = List.copyOf(errors);
        }

        @Nullable
        String get(String name) {
            return known.get(name);
        }
    }

    /** The id of the message that it is about, without angle brackets. */
    Optional<String> messageId() {
        String field = fields.get("original-message-id");
        List<String> ids = field == null
                ? null
                : HeaderField.of("Original-Message-ID", field).messageIds();
        return ids == null || ids.size() != 1 ? Optional.empty() : Optional.of(ids.get(0));
    }

    /** The addresses that it names as those of whom it comes. */
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
     * What clients see.
     *
     * @param email the id of the message that it is about; null where that is not clear
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
