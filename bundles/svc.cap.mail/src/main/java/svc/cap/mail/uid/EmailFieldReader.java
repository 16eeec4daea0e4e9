package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.store.Sql;
import svc.cap.mail.api.UidStore.EmailFields;
import svc.cap.mail.message.EmailSummary;
import svc.cap.mail.message.StoredMessage;
import svc.mime.Address;

/** Reads header fields of emails from their summaries. Thread-safe. */
final class EmailFieldReader {

    private static final List<String> ADDRESSES = List.of("from", "to", "cc", "bcc");

    /** Maximum number of values in a property of a summary. */
    private static final int MOST_VALUES = 1_000_000;

    /** The JSON of a field that is missing. */
    private static final int NULL = "null".length();

    private final Json.Binding json;

    EmailFieldReader(Json json) {
        this.json = json.binding(Json.Names.EXACT);
    }

    Map<Long, EmailFields> find(Sql sql, Collection<Long> numbers) {
        Map<Long, EmailFields> found = new HashMap<>();
        StoredMessage.summaries(sql, numbers).forEach((n, stored) -> found.put(n, fields(stored.summary())));
        return found;
    }

    private EmailFields fields(EmailSummary summary) {
        Map<String, List<Address>> addresses = new HashMap<>();
        for (String field : ADDRESSES) {
            if (read(summary, field) instanceof List<?> list) {
                addresses.put(
                        field, list.stream().map(EmailFieldReader::address).toList());
            }
        }
        return new EmailFields(
                addresses,
                read(summary, "subject") instanceof String subject ? subject : null,
                read(summary, "sentAt") instanceof String sent ? date(sent) : null,
                texts(summary, "messageId"),
                texts(summary, "inReplyTo"),
                texts(summary, "references"));
    }

    private @Nullable Object read(EmailSummary summary, String property) {
        byte[] value = summary.json(property);
        return value.length == NULL && value[0] == 'n' ? null : json.read(value, MOST_VALUES);
    }

    private static Address address(@Nullable Object value) {
        Map<?, ?> members = (Map<?, ?>) requireNonNull(value);
        return new Address(
                members.get("name") instanceof String name ? name : null, String.valueOf(members.get("email")));
    }

    private static @Nullable OffsetDateTime date(String text) {
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private List<String> texts(EmailSummary summary, String property) {
        return read(summary, property) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
