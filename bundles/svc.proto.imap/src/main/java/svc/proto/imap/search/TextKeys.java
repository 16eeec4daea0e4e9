package svc.proto.imap.search;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.FieldRef;
import svc.api.store.Snapshot;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.EmailFields;
import svc.cap.mail.api.UidStore.Field;
import svc.cap.mail.api.UidStore.StoredMessage;
import svc.cap.mail.api.UidStore.UidValues;
import svc.mime.Address;
import svc.proto.imap.command.SearchKey;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.SelectedMailbox;

/**
 * Evaluates the keys that compare texts.
 *
 * <p>BODY and TEXT are answered by the search index (RFC 9051 §6.4.4 permits this): the words of the text must follow
 * each other in a body or a field, and the last one can be the beginning of a word. TEXT covers From, To, Cc, Bcc,
 * Subject, the names of attachments and the bodies.
 *
 * <p>A key for a header field finds the messages whose field contains the text (RFC 9051 §6.4.4), if the text begins
 * where a word begins: the index supplies the messages with these words, and then their fields are compared. No message
 * is read for From, To, Cc, Bcc and Subject. The index is not asked for messages that it does not contain: those with
 * {@code \Deleted} in all their mailboxes are read.
 */
final class TextKeys {

    private static final String BODY = "body";
    private static final String HEADER = "header";

    /** The fields that the index has under their own names, and that are stored apart from the message. */
    private static final Map<String, Field> OWN_FIELDS =
            Map.of("from", Field.FROM, "to", Field.TO, "cc", Field.CC, "bcc", Field.BCC, "subject", Field.SUBJECT);

    /** The number of characters of a text that the index is asked for. */
    private static final int LONGEST = 150;

    /** The maximum number of messages that a key reads because the index does not answer it. */
    private static final int MOST_READ = 1_000;

    private final MailAccess access;
    private final UidStore uids;
    private final IndexSearch index;
    private final MailboxRows rows;
    private final long mailbox;
    private boolean complete = true;

    TextKeys(SelectedMailbox selected, MailboxRows rows) {
        this.access = selected.access();
        this.uids = access.services().uids();
        this.index = new IndexSearch(selected, rows);
        this.rows = rows;
        this.mailbox = selected.mailbox();
    }

    /** Returns whether all messages could be searched. */
    boolean isComplete() {
        return complete && index.isComplete();
    }

    NumberSet body(String text, NumberSet among, boolean fuzzy) {
        return anywhere(FieldRef.in(BODY), text, among, fuzzy);
    }

    NumberSet text(String text, NumberSet among, boolean fuzzy) {
        return anywhere(FieldRef.ANYWHERE, text, among, fuzzy);
    }

    private NumberSet anywhere(FieldRef place, String text, NumberSet among, boolean fuzzy) {
        if (text.isEmpty()) {
            return among;
        }
        boolean words = text.codePoints().anyMatch(Character::isLetterOrDigit);
        NumberSet found = words ? index.find(query(place, text, fuzzy), among) : NumberSet.EMPTY;
        NumberSet unindexed = words ? hidden(among) : among;
        NumberSet read = UidSets.highest(unindexed, MOST_READ);
        complete &= read.count() == unindexed.count();
        MessageTexts texts = new MessageTexts(access, text, words);
        return UidSets.either(
                found,
                reading(read, message -> texts.contain(message, !place.field().equals(BODY))));
    }

    NumberSet header(SearchKey.Header key, NumberSet among, boolean fuzzy) {
        String field = key.field().toLowerCase(Locale.ROOT);
        SearchQuery query = new SearchQuery.Exists(HEADER, field);
        if (!key.text().isEmpty()) {
            FieldRef place = OWN_FIELDS.containsKey(field) ? FieldRef.in(field) : new FieldRef(HEADER, field);
            query = new SearchQuery.And(List.of(query, query(place, key.text(), fuzzy)));
        }
        NumberSet hidden = hidden(among);
        NumberSet candidates = index.find(query, among);
        if (fuzzy || key.text().isEmpty()) {
            return UidSets.either(candidates, compared(hidden, field, key.text()));
        }
        return compared(UidSets.either(candidates, hidden), field, key.text());
    }

    /**
     * Returns the query for a text. Without {@code fuzzy} the words follow each other. The parts of an address are words,
     * because the text can be a part of an address.
     */
    private static SearchQuery query(FieldRef place, String text, boolean fuzzy) {
        int end = Math.min(text.length(), LONGEST);
        String asked = text.substring(
                0, end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
        return fuzzy ? SearchQuery.parse(place, asked) : new SearchQuery.Prefix(place, asked.replace('@', ' '));
    }

    private NumberSet hidden(NumberSet among) {
        return UidSets.both(
                among,
                NumberSet.of(access.read(snapshot -> uids.hidden(snapshot, mailbox)).keySet().stream()
                        .mapToLong(Long::longValue)
                        .sorted()
                        .toArray()));
    }

    /** Returns the emails whose header field contains a text. */
    private NumberSet compared(NumberSet candidates, String field, String text) {
        MessageTexts texts = new MessageTexts(access, text, false);
        Field own = OWN_FIELDS.get(field);
        if (own == null || text.isEmpty()) {
            return reading(candidates, message -> texts.headerContains(message, field));
        }
        NumberSet.Builder found = new NumberSet.Builder();
        rows.forEach(candidates, (snapshot, emails) -> {
            Map<Long, EmailFields> fields =
                    uids.fields(snapshot, emails.stream().map(UidValues::n).toList(), Set.of(own));
            emails.stream()
                    .filter(email -> fields.containsKey(email.n())
                            && texts.isIn(value(requireNonNull(fields.get(email.n())), own)))
                    .forEach(email -> found.add(email.uid(), email.uid()));
        });
        return found.build();
    }

    private static String value(EmailFields fields, Field field) {
        if (field == Field.SUBJECT) {
            String subject = fields.subject();
            return subject == null ? "" : subject;
        }
        return fields.addresses().getOrDefault(field, List.of()).stream()
                .map(TextKeys::text)
                .collect(Collectors.joining(", "));
    }

    private static String text(Address address) {
        String name = address.name();
        return name == null ? address.email() : name + " <" + address.email() + '>';
    }

    /** A condition that reads a message. */
    @FunctionalInterface
    private interface MessageCondition {
        boolean test(StoredMessage message);
    }

    /** Returns the emails whose messages match. No snapshot is open while a message is read. */
    private NumberSet reading(NumberSet candidates, MessageCondition condition) {
        NumberSet.Builder found = new NumberSet.Builder();
        for (NumberSet slice : UidSets.slices(candidates, MOST_READ)) {
            Map<Long, StoredMessage> messages = access.read(snapshot -> rows.values(snapshot, slice).stream()
                    .collect(Collectors.collectingAndThen(
                            Collectors.toMap(UidValues::n, UidValues::uid), byNumber -> byUid(snapshot, byNumber))));
            messages.keySet().stream()
                    .sorted()
                    .filter(uid -> condition.test(requireNonNull(messages.get(uid))))
                    .forEach(uid -> found.add(uid, uid));
        }
        return found.build();
    }

    private Map<Long, StoredMessage> byUid(Snapshot snapshot, Map<Long, Long> byNumber) {
        return uids.messages(snapshot, byNumber.keySet()).entrySet().stream()
                .collect(Collectors.toMap(entry -> requireNonNull(byNumber.get(entry.getKey())), Map.Entry::getValue));
    }
}
