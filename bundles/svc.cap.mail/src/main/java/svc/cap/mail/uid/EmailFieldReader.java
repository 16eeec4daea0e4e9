package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.store.Sql;
import svc.cap.mail.api.UidStore.EmailFields;
import svc.cap.mail.api.UidStore.Field;
import svc.cap.mail.message.EmailSummary;
import svc.cap.mail.message.StoredMessage;
import svc.mime.Address;

/** Reads header fields of emails from their summaries. Thread-safe. */
final class EmailFieldReader {

    private static final List<Field> ADDRESSES = List.of(Field.FROM, Field.TO, Field.CC, Field.BCC);

    /** The properties of the summary. */
    private static final Map<Field, String> PROPERTIES = Map.of(
            Field.FROM, "from",
            Field.TO, "to",
            Field.CC, "cc",
            Field.BCC, "bcc",
            Field.SUBJECT, "subject",
            Field.DATE, "sentAt",
            Field.MESSAGE_ID, "messageId",
            Field.IN_REPLY_TO, "inReplyTo",
            Field.REFERENCES, "references");

    /** Maximum number of values in a property of a summary. */
    private static final int MOST_VALUES = 1_000_000;

    /** The JSON of a field that is missing. */
    private static final int NULL = "null".length();

    private static final String ESCAPE = "\\";

    private final Json.Binding json;

    EmailFieldReader(Json json) {
        this.json = json.binding(Json.Names.EXACT);
    }

    Map<Long, EmailFields> find(Sql sql, Collection<Long> numbers, Set<Field> wanted) {
        Map<Long, EmailFields> found = new HashMap<>();
        StoredMessage.summaries(sql, numbers)
                .forEach((n, stored) -> found.put(n, new Reading(stored.summary(), wanted).fields()));
        return found;
    }

    /** The wanted fields of one email. */
    private final class Reading {

        private final EmailSummary summary;
        private final Set<Field> wanted;

        Reading(EmailSummary summary, Set<Field> wanted) {
            this.summary = summary;
            this.wanted = wanted;
        }

        EmailFields fields() {
            Map<Field, List<Address>> addresses = new EnumMap<>(Field.class);
            for (Field field : ADDRESSES) {
                if (read(field) instanceof List<?> list) {
                    addresses.put(
                            field, list.stream().map(EmailFieldReader::address).toList());
                }
            }
            return new EmailFields(
                    addresses,
                    read(Field.SUBJECT) instanceof String subject ? subject : null,
                    read(Field.DATE) instanceof String sent ? date(sent) : null,
                    texts(Field.MESSAGE_ID),
                    texts(Field.IN_REPLY_TO),
                    texts(Field.REFERENCES));
        }

        private @Nullable Object read(Field field) {
            if (!wanted.contains(field)) {
                return null;
            }
            byte[] value = summary.json(requireNonNull(PROPERTIES.get(field)));
            if (value.length == NULL && value[0] == 'n') {
                return null;
            }
            // Most subjects and all dates are strings without escapes, for which the JSON reader costs too much.
            String text = value[0] == '"' ? new String(value, StandardCharsets.UTF_8) : ESCAPE;
            return text.contains(ESCAPE) ? json.read(value, MOST_VALUES) : text.substring(1, text.length() - 1);
        }

        private List<String> texts(Field field) {
            return read(field) instanceof List<?> list
                    ? list.stream().map(String::valueOf).toList()
                    : List.of();
        }
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
}
