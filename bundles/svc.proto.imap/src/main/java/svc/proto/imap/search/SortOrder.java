package svc.proto.imap.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.query.Collation;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.EmailFields;
import svc.cap.mail.api.UidStore.Field;
import svc.cap.mail.api.UidStore.SortTexts;
import svc.cap.mail.api.UidStore.UidValues;
import svc.mime.Address;
import svc.proto.imap.command.MessageCommand.SortCriterion;
import svc.proto.imap.command.MessageCommand.SortKey;
import svc.proto.imap.grammar.NumberSet;

/** Sorts messages (RFC 5256 §3, RFC 5957, RFC 6203 §6). Messages that compare as equal are in the order of their UIDs. */
final class SortOrder {

    /** The header fields of keys. */
    private static final Map<SortKey, Field> FIELDS =
            Map.of(SortKey.CC, Field.CC, SortKey.FROM, Field.FROM, SortKey.TO, Field.TO);

    private static final Set<SortKey> TEXTS = Set.of(SortKey.DISPLAYFROM, SortKey.DISPLAYTO, SortKey.SUBJECT);

    private final UidStore uids;
    private final List<SortCriterion> criteria;
    private final Set<Field> neededFields;
    private final boolean needsTexts;
    private final Relevance relevance;

    /**
     * Creates the order.
     *
     * @param relevance the relevancy scores, if a criterion needs them
     */
    SortOrder(UidStore uids, List<SortCriterion> criteria, Relevance relevance) {
        this.uids = uids;
        this.criteria = criteria;
        this.relevance = relevance;
        this.neededFields = criteria.stream()
                .map(criterion -> FIELDS.get(criterion.key()))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        this.needsTexts = criteria.stream().anyMatch(criterion -> TEXTS.contains(criterion.key()));
    }

    /** A message with its values: a number or a text for each criterion. */
    private record Entry(long uid, List<Object> values) {}

    /** Returns the UIDs of messages in this order. */
    long[] sorted(MailboxRows rows, NumberSet messages) {
        List<Entry> entries = new ArrayList<>();
        rows.forEach(messages, (snapshot, emails) -> {
            List<Long> numbers = emails.stream().map(UidValues::n).toList();
            Map<Long, EmailFields> fields =
                    neededFields.isEmpty() ? Map.of() : uids.fields(snapshot, numbers, neededFields);
            Map<Long, SortTexts> texts = needsTexts ? uids.sortTexts(snapshot, numbers) : Map.of();
            for (UidValues email : emails) {
                entries.add(new Entry(
                        email.uid(),
                        criteria.stream()
                                .map(criterion ->
                                        value(criterion.key(), email, fields.get(email.n()), texts.get(email.n())))
                                .toList()));
            }
        });
        entries.sort(this::compare);
        return entries.stream().mapToLong(Entry::uid).toArray();
    }

    private int compare(Entry one, Entry other) {
        for (int i = 0; i < criteria.size(); i++) {
            Object value = one.values.get(i);
            int order = value instanceof Long number
                    ? Long.compare(number, (Long) other.values.get(i))
                    : ((String) value).compareTo((String) other.values.get(i));
            if (order != 0) {
                return criteria.get(i).reverse() ? -order : order;
            }
        }
        return Long.compare(one.uid, other.uid);
    }

    private Object value(SortKey key, UidValues email, @Nullable EmailFields fields, @Nullable SortTexts texts) {
        return switch (key) {
            case ARRIVAL -> email.received();
            case DATE -> sent(email);
            case SIZE -> email.size();
            // RFC 6203 §6: the message with the highest score is returned first.
            case RELEVANCY -> (long) -relevance.score(email.uid());
            case CC -> mailbox(fields, Field.CC);
            case FROM -> mailbox(fields, Field.FROM);
            case TO -> mailbox(fields, Field.TO);
            case DISPLAYFROM -> key(texts == null ? "" : texts.sender());
            case DISPLAYTO -> key(texts == null ? "" : texts.recipient());
            case SUBJECT -> key(texts == null ? "" : texts.subject());
        };
    }

    /** Returns the time in the Date field, or else the internal date (RFC 5256 §2.2). */
    static long sent(UidValues email) {
        Long sent = email.sent();
        return sent == null ? email.received() : sent;
    }

    /** Returns the local part of the first address. */
    private static String mailbox(@Nullable EmailFields fields, Field field) {
        List<Address> addresses =
                fields == null ? List.of() : fields.addresses().getOrDefault(field, List.of());
        if (addresses.isEmpty()) {
            return "";
        }
        String email = addresses.get(0).email();
        int at = email.lastIndexOf('@');
        return key(at < 0 ? email : email.substring(0, at));
    }

    private static String key(String text) {
        return Collation.UNICODE_CASEMAP.key(text);
    }
}
