package svc.cap.mail.write;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.json.Json;
import svc.api.store.Facets;
import svc.api.store.Transaction;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.message.ParsedMessageReader;
import svc.cap.mail.message.ParsedMessageRows;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.EmailRows.Email;
import svc.cap.mail.table.HiddenEmailRows;
import svc.cap.mail.table.HiddenEmailRows.Hidden;
import svc.cap.mail.table.LabelKeyword;
import svc.cap.mail.table.ReceivedKey;
import svc.cap.mail.table.UidRows;
import svc.cap.mail.table.UidRunRows;
import svc.mime.ThreadKeys;

/**
 * Sets and removes the flag {@code \Deleted} of emails in a mailbox, and expunges emails with this flag (RFC 9051
 * §2.3.2). For JMAP, an email with the flag is not in the mailbox; if it has the flag in all its mailboxes, the email
 * does not exist (RFC 8621 §4.1.1). Thread-safe.
 */
@Component(service = DeletedFlagWriter.class)
public final class DeletedFlagWriter {

    private final AccountBlobs blobs;
    private final ThreadMerger threadMerger;
    private final ParsedMessageReader messages;

    @Activate
    public DeletedFlagWriter(
            @Reference AccountBlobs blobs, @Reference ThreadMerger threadMerger, @Reference Json json) {
        this.blobs = blobs;
        this.threadMerger = threadMerger;
        this.messages = new ParsedMessageReader(json);
    }

    /** Sets the flag of emails that are in a mailbox without the flag. */
    public void set(Transaction tx, long mailbox, Collection<Long> numbers) {
        Collection<EmailMetadata> emails = EmailWriter.metadata(tx, numbers).values();
        Map<String, Long> words = EmailWriter.keywordNumbers(
                tx, emails.stream().map(EmailMetadata::allKeywords).toList());
        EmailWriteBatch batch = threadMerger.batch(tx);
        List<EmailMetadata> last = new ArrayList<>();
        for (EmailMetadata email : emails) {
            if (!email.mailboxes().contains(mailbox)) {
                continue;
            }
            batch.markedDeleted(email.n(), mailbox);
            if (email.mailboxes().size() > 1) {
                EmailIndexKeys before = EmailWriter.indexKeys(email, words);
                Set<Long> others = new HashSet<>(email.mailboxes());
                others.remove(mailbox);
                batch.changed(email.n(), before, before.inMailboxes(others));
            } else {
                last.add(email);
            }
        }
        hide(tx, last, words, batch);
        threadMerger.threadsDestroyed(tx, batch.close());
    }

    /** Removes emails for JMAP, and keeps them for IMAP. */
    static void hide(Transaction tx, Collection<EmailMetadata> emails, Map<String, Long> words, EmailWriteBatch batch) {
        Map<Long, Email> rows =
                EmailRows.find(tx.sql(), emails.stream().map(EmailMetadata::n).toList());
        List<Hidden> hidden = new ArrayList<>();
        for (EmailMetadata email : emails) {
            batch.removed(email.n(), EmailWriter.indexKeys(email, words));
            batch.hidden(email.n());
            hidden.add(new Hidden(requireNonNull(rows.get(email.n())), Set.of()).with(email.allKeywords()));
        }
        HiddenEmailRows.insert(tx.sql(), hidden);
    }

    /**
     * Removes the flag of emails that have it in a mailbox, or adds hidden emails to another mailbox, where they do not
     * have the flag. A hidden email gets a new number, because its thread can be another one now.
     *
     * @return the new numbers of hidden emails by their numbers
     */
    public Map<Long, Long> addTo(Transaction tx, long mailbox, Collection<Long> numbers) {
        Map<Long, EmailMetadata> present = EmailWriter.metadata(tx, numbers);
        Map<String, Long> words = EmailWriter.keywordNumbers(
                tx, present.values().stream().map(EmailMetadata::allKeywords).toList());
        EmailWriteBatch batch = threadMerger.batch(tx);
        present.values().forEach(email -> {
            EmailIndexKeys before = EmailWriter.indexKeys(email, words);
            Set<Long> mailboxes = new HashSet<>(email.mailboxes());
            mailboxes.add(mailbox);
            batch.changed(email.n(), before, before.inMailboxes(mailboxes));
        });
        batch.close();
        Map<Long, Hidden> hidden = HiddenEmailRows.find(tx.sql(), numbers);
        return restore(
                tx,
                mailbox,
                numbers.stream().flatMap(n -> Stream.ofNullable(hidden.get(n))).toList());
    }

    private Map<Long, Long> restore(Transaction tx, long mailbox, Collection<Hidden> hidden) {
        Map<Long, Long> renumbered = new LinkedHashMap<>();
        if (hidden.isEmpty()) {
            return renumbered;
        }
        List<Hidden> rows =
                hidden.stream().map(row -> withExistingLabels(tx, row)).toList();
        List<Long> numbers = rows.stream().map(row -> row.email().n()).toList();
        Map<Long, ThreadKeys> keys = messages.threadKeys(tx.sql(), numbers);
        Threading threading = new Threading(tx);
        List<Long> threads = threading.assign(
                numbers.stream().map(n -> requireNonNull(keys.get(n))).toList());
        Map<String, Long> words = EmailWriter.keywordNumbers(
                tx, rows.stream().map(Hidden::allKeywords).toList());
        EmailWriteBatch batch = threadMerger.batch(tx);
        threadMerger.merge(tx, threading.merged(), batch, ThreadMerger.AT_ONCE);
        for (int i = 0; i < rows.size(); i++) {
            long n = restore(tx, mailbox, rows.get(i), threads.get(i), words, batch);
            renumbered.put(numbers.get(i), n);
        }
        EmailReinsertion.renumber(tx, blobs, renumbered);
        HiddenEmailRows.delete(tx.sql(), renumbered.keySet());
        batch.close();
        return renumbered;
    }

    private static long restore(
            Transaction tx, long mailbox, Hidden row, long thread, Map<String, Long> words, EmailWriteBatch batch) {
        Email old = row.email();
        long n = tx.logCreated(EmailType.TYPE, Facets.ALL);
        Set<Long> labels = LabelKeyword.splitLabels(row.words(), new HashSet<>());
        batch.inserted(
                new Email(n, thread, old.received(), old.size(), old.sent(), old.flags()),
                new EmailIndexKeys(
                        thread,
                        new ReceivedKey(old.received(), n),
                        old.flags(),
                        EmailWriter.numbers(words, row.allKeywords()),
                        Set.of(mailbox),
                        EmailWriter.labelWords(words, labels)));
        batch.renumbered(old.n(), n);
        return n;
    }

    /** Returns the row without labels that were destroyed since the email was hidden. */
    private static Hidden withExistingLabels(Transaction tx, Hidden row) {
        Set<String> keywords = new HashSet<>();
        Set<Long> labels = LabelKeyword.splitLabels(row.allKeywords(), keywords);
        List<Long> existing = tx.sql()
                .selectIn(
                        "select n from label where account = :account and n in (??)",
                        labels,
                        found -> found.getLong(1));
        return row.with(LabelKeyword.allKeywords(keywords, Set.copyOf(existing)));
    }

    /** Removes emails with the flag from a mailbox. An email that is in no other mailbox is destroyed. */
    public void expunge(Transaction tx, long mailbox, List<UidRows.Entry> entries) {
        expunge(tx, blobs, mailbox, entries);
    }

    static void expunge(Transaction tx, AccountBlobs blobs, long mailbox, List<UidRows.Entry> entries) {
        List<Long> numbers = entries.stream().map(UidRows.Entry::n).toList();
        UidRunRows.remove(tx.sql(), mailbox, UidRows.remove(tx.sql(), mailbox, numbers));
        Map<Long, Set<Long>> deleted = UidRows.deleted(tx.sql(), numbers);
        for (long n : numbers) {
            if (deleted.containsKey(n)) {
                tx.left(EmailType.MARKED_DELETED, n, mailbox);
            } else {
                tx.logDestroyed(EmailType.MARKED_DELETED, n);
            }
        }
        Set<Long> gone = new HashSet<>(HiddenEmailRows.find(tx.sql(), numbers).keySet());
        gone.removeAll(deleted.keySet());
        Map<Long, BlobId> held = ParsedMessageRows.blobs(tx.sql(), gone);
        ParsedMessageRows.delete(tx.sql(), gone);
        HiddenEmailRows.delete(tx.sql(), gone);
        held.forEach((n, blob) -> blobs.removeReference(tx, blob, EmailWriter.owner(n)));
    }

    /** Changes the keywords of hidden emails. The map contains all index words after the change, by number. */
    public void setKeywords(Transaction tx, Map<Long, Set<String>> words) {
        HiddenEmailRows.find(tx.sql(), words.keySet()).forEach((n, row) -> {
            Set<String> after = requireNonNull(words.get(n));
            if (!row.allKeywords().equals(after)) {
                HiddenEmailRows.update(tx.sql(), row.with(after));
                tx.logUpdated(EmailType.MARKED_DELETED, n, Facets.ALL);
            }
        });
    }

    /** Returns emails to create with the messages of other emails, hidden or not, by the number of the other email. */
    public Map<Long, EmailInsert> duplicates(Transaction tx, long mailbox, Collection<Long> numbers) {
        Map<Long, EmailInsert> duplicates = new HashMap<>();
        Map<Long, Email> rows = EmailRows.find(tx.sql(), numbers);
        EmailWriter.metadata(tx, numbers)
                .forEach((n, email) -> duplicates.put(
                        n, duplicate(tx, mailbox, requireNonNull(rows.get(n)), email.keywords(), email.labels())));
        HiddenEmailRows.find(tx.sql(), numbers).forEach((n, hidden) -> {
            Hidden row = withExistingLabels(tx, hidden);
            Set<String> keywords = new HashSet<>();
            Set<Long> labels = LabelKeyword.splitLabels(row.allKeywords(), keywords);
            duplicates.put(n, duplicate(tx, mailbox, row.email(), keywords, labels));
        });
        return duplicates;
    }

    private EmailInsert duplicate(Transaction tx, long mailbox, Email email, Set<String> keywords, Set<Long> labels) {
        return new EmailInsert(
                messages.read(tx.sql(), email),
                Set.of(mailbox),
                keywords,
                labels,
                Instant.ofEpochSecond(email.received()));
    }
}
