package svc.cap.mail.write;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.message.ParsedMessage;
import svc.cap.mail.message.ParsedMessageRows;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.Flags;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.KeywordDictionaryRows;
import svc.cap.mail.table.KeywordRows;
import svc.cap.mail.table.LabelKeyword;
import svc.cap.mail.table.ReceivedKey;
import svc.cap.mail.table.UidRows;

/**
 * Adds, updates and destroys emails. In the given transaction, each call updates everything that depends on the emails:
 * their rows, the number of entries in each block of the stored email lists ({@link svc.cap.mail.table.ListBlockRows}),
 * the summaries of their threads, the counts of their mailboxes, and the change log. The caller has checked that the
 * mailboxes exist and that the account holds the blobs. Thread-safe.
 */
@Component(service = EmailWriter.class)
public final class EmailWriter {

    private final AccountBlobs blobs;
    private final ThreadMerger threadMerger;

    @Activate
    public EmailWriter(@Reference AccountBlobs blobs, @Reference ThreadMerger threadMerger) {
        this.blobs = blobs;
        this.threadMerger = threadMerger;
    }

    /** Returns the metadata of emails, by number. Emails that do not exist are left out. */
    public static Map<Long, EmailMetadata> metadata(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, EmailRows.Email> rows = EmailRows.find(snapshot.sql(), numbers);
        Map<Long, Set<Long>> mailboxes = InMailboxRows.of(snapshot.sql(), rows.keySet());
        List<Long> more = rows.values().stream()
                .filter(row -> (row.flags() & Flags.MORE) != 0)
                .map(EmailRows.Email::n)
                .toList();
        Map<Long, Map<Long, String>> words = KeywordDictionaryRows.of(snapshot.sql(), more);
        Map<Long, EmailMetadata> placed = new LinkedHashMap<>();
        for (Long n : numbers) {
            EmailRows.Email row = rows.get(n);
            if (row != null) {
                Set<String> keywords = Flags.keywords(row.flags());
                Set<Long> labels =
                        LabelKeyword.splitLabels(words.getOrDefault(n, Map.of()).values(), keywords);
                placed.put(
                        n,
                        new EmailMetadata(
                                n,
                                row.thread(),
                                row.received(),
                                row.flags(),
                                keywords,
                                labels,
                                mailboxes.getOrDefault(n, Set.of())));
            }
        }
        return placed;
    }

    /** Creates emails and adds references to their blobs. Returns the created emails in the order of the argument. */
    public List<CreatedEmail> add(Transaction tx, List<EmailInsert> entries) {
        Map<String, Long> words = keywordNumbers(
                tx, entries.stream().map(EmailInsert::allKeywords).toList());
        Threading threading = new Threading(tx);
        List<Long> threads = threading.assign(
                entries.stream().map(entry -> entry.message().threadKeys()).toList());
        EmailWriteBatch batch = threadMerger.batch(tx);
        threadMerger.merge(tx, threading.merged(), batch, ThreadMerger.AT_ONCE);
        Map<Long, ParsedMessage> messages = new LinkedHashMap<>();
        List<CreatedEmail> added = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            EmailInsert entry = entries.get(i);
            long n = tx.logCreated(EmailType.TYPE, Facets.ALL);
            insert(batch, entry, n, threads.get(i), words);
            messages.put(n, entry.message());
            added.add(new CreatedEmail(n, threads.get(i)));
            if (!blobs.addReference(tx, entry.message().blob(), owner(n))) {
                throw new IllegalStateException("The account does not hold the blob of the new message");
            }
        }
        ParsedMessageRows.insert(tx.sql(), messages);
        batch.close();
        if (!added.isEmpty()) {
            tx.touched(EmailType.DELIVERY);
        }
        return added;
    }

    private static void insert(EmailWriteBatch batch, EmailInsert entry, long n, long thread, Map<String, Long> words) {
        ParsedMessage message = entry.message();
        int flags = Flags.of(entry.allKeywords(), message.hasAttachment());
        ReceivedKey key = new ReceivedKey(entry.received().getEpochSecond(), n);
        Long sent = message.sentAt() == null ? null : message.sentAt().getEpochSecond();
        batch.inserted(
                new EmailRows.Email(n, thread, key.received(), message.size(), sent, flags),
                new EmailIndexKeys(
                        thread,
                        key,
                        flags,
                        numbers(words, entry.allKeywords()),
                        entry.mailboxes(),
                        labelWords(words, entry.labels())));
    }

    /** Updates the keywords, labels and mailboxes of emails. */
    public void change(Transaction tx, Collection<EmailUpdate> moved) {
        List<Set<String>> named = new ArrayList<>();
        moved.forEach(one -> {
            named.add(one.allKeywords());
            named.add(one.before().allKeywords());
        });
        Map<String, Long> words = keywordNumbers(tx, named);
        EmailWriteBatch batch = threadMerger.batch(tx);
        for (EmailUpdate one : moved) {
            EmailMetadata before = one.before();
            int flags = Flags.of(one.allKeywords(), (before.flags() & Flags.ATTACHMENT) != 0);
            batch.changed(
                    before.n(),
                    indexKeys(before, words),
                    new EmailIndexKeys(
                            before.thread(),
                            new ReceivedKey(before.received(), before.n()),
                            flags,
                            numbers(words, one.allKeywords()),
                            one.mailboxes(),
                            labelWords(words, one.labels())));
        }
        batch.close();
    }

    /** Destroys emails. */
    public void remove(Transaction tx, Collection<EmailMetadata> gone) {
        Map<String, Long> words =
                keywordNumbers(tx, gone.stream().map(EmailMetadata::allKeywords).toList());
        List<Long> numbers = gone.stream().map(EmailMetadata::n).toList();
        Map<Long, BlobId> held = ParsedMessageRows.blobs(tx.sql(), numbers);
        EmailWriteBatch batch = threadMerger.batch(tx);
        gone.forEach(one -> batch.removed(one.n(), indexKeys(one, words)));
        ParsedMessageRows.delete(tx.sql(), numbers);
        threadMerger.threadsDestroyed(tx, batch.close());
        held.forEach((n, blob) -> blobs.removeReference(tx, blob, owner(n)));
    }

    /**
     * Removes up to {@code max} emails from a mailbox, those with the flag {@code \Deleted} last. Destroys the emails
     * that are in no other mailbox. Returns whether the mailbox may contain further emails.
     */
    public boolean empty(Transaction tx, long mailbox, int max) {
        List<Long> portion = InMailboxRows.first(tx.sql(), mailbox, max);
        List<UidRows.Entry> deleted =
                portion.size() == max ? List.of() : UidRows.deletedIn(tx.sql(), mailbox, 0, max - portion.size());
        DeletedFlagWriter.expunge(tx, blobs, mailbox, deleted);
        leave(tx, mailbox, metadata(tx, portion).values());
        return portion.size() + deleted.size() == max;
    }

    /**
     * Removes emails from a mailbox. An email that is in no other mailbox is destroyed, unless it has the flag
     * {@code \Deleted} in another one, where it remains for IMAP.
     */
    public void leave(Transaction tx, long mailbox, Collection<EmailMetadata> emails) {
        List<EmailUpdate> moved = new ArrayList<>();
        List<EmailMetadata> last = new ArrayList<>();
        for (EmailMetadata email : emails) {
            Set<Long> others = new HashSet<>(email.mailboxes());
            others.remove(mailbox);
            if (others.isEmpty()) {
                last.add(email);
            } else {
                moved.add(new EmailUpdate(email, email.keywords(), email.labels(), others));
            }
        }
        change(tx, moved);
        Set<Long> deleted = UidRows.deleted(
                        tx.sql(), last.stream().map(EmailMetadata::n).toList())
                .keySet();
        remove(tx, last.stream().filter(email -> !deleted.contains(email.n())).toList());
        hide(tx, last.stream().filter(email -> deleted.contains(email.n())).toList());
    }

    private void hide(Transaction tx, List<EmailMetadata> emails) {
        Map<String, Long> words = keywordNumbers(
                tx, emails.stream().map(EmailMetadata::allKeywords).toList());
        EmailWriteBatch batch = threadMerger.batch(tx);
        DeletedFlagWriter.hide(tx, emails, words, batch);
        threadMerger.threadsDestroyed(tx, batch.close());
    }

    /** Removes a label from up to {@code max} emails, oldest first. Returns whether more emails may have the label. */
    public boolean removeLabel(Transaction tx, long label, int max) {
        OptionalLong word = KeywordDictionaryRows.number(tx.sql(), LabelKeyword.of(label));
        if (word.isEmpty()) {
            return false;
        }
        List<Long> portion = KeywordRows.page(tx.sql(), word.getAsLong(), ReceivedKey.FIRST, max, true).stream()
                .map(ReceivedKey::n)
                .toList();
        List<EmailUpdate> moved = new ArrayList<>();
        for (EmailMetadata one : metadata(tx, portion).values()) {
            Set<Long> others = new HashSet<>(one.labels());
            others.remove(label);
            moved.add(new EmailUpdate(one, one.keywords(), others, one.mailboxes()));
        }
        change(tx, moved);
        return portion.size() == max;
    }

    static AccountBlobs.BlobReference owner(long n) {
        return new AccountBlobs.BlobReference(EmailType.TYPE, n, EmailType.LETTER);
    }

    static EmailIndexKeys indexKeys(EmailMetadata placed, Map<String, Long> words) {
        return new EmailIndexKeys(
                placed.thread(),
                new ReceivedKey(placed.received(), placed.n()),
                placed.flags(),
                numbers(words, placed.allKeywords()),
                placed.mailboxes(),
                labelWords(words, placed.labels()));
    }

    /**
     * Returns, for each keyword, the number that identifies it in the keyword dictionary of the account ({@link
     * KeywordDictionaryRows}). Keywords that are stored as a bit of {@link Flags} are left out. Assigns numbers to new
     * keywords.
     */
    static Map<String, Long> keywordNumbers(Transaction tx, Collection<Set<String>> keywords) {
        Set<String> names = new HashSet<>();
        keywords.forEach(names::addAll);
        names.removeIf(name -> Flags.bit(name) != 0);
        return names.isEmpty() ? Map.of() : new HashMap<>(KeywordDictionaryRows.ensureNumbers(tx.sql(), names));
    }

    static Set<Long> numbers(Map<String, Long> words, Set<String> keywords) {
        Set<Long> numbers = new HashSet<>();
        keywords.forEach(name -> {
            Long number = words.get(name);
            if (number != null) {
                numbers.add(number);
            }
        });
        return numbers;
    }

    static Map<Long, Long> labelWords(Map<String, Long> words, Set<Long> labels) {
        Map<Long, Long> found = new HashMap<>();
        labels.forEach(label -> found.put(label, requireNonNull(words.get(LabelKeyword.of(label)))));
        return found;
    }
}
