package svc.cap.mail.write;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.store.Facets;
import svc.api.store.Transaction;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.message.ParsedMessageRows;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.EmailRows.Email;
import svc.cap.mail.table.EmailRows.Member;
import svc.cap.mail.table.ReceivedKey;

/**
 * Moves emails to another thread. {@code threadId} is immutable (RFC 8621 §4.1.1), so each email is destroyed and
 * created again with a new id (RFC 8621 §3). Not thread-safe.
 */
final class EmailReinsertion {

    private final Transaction tx;
    private final AccountBlobs blobs;

    EmailReinsertion(Transaction tx, AccountBlobs blobs) {
        this.tx = tx;
        this.blobs = blobs;
    }

    /**
     * Adds the moves to a batch and moves the blob references.
     *
     * @param into the target thread, by source thread
     * @param members all or some emails of the source threads
     */
    void reinsert(Map<Long, Long> into, List<Member> members, EmailWriteBatch batch) {
        if (members.isEmpty()) {
            return;
        }
        List<Long> moving =
                members.stream().map(Member::key).sorted().map(ReceivedKey::n).toList();
        Map<Long, Email> rows = EmailRows.find(tx.sql(), moving);
        Map<Long, EmailMetadata> placed = EmailWriter.metadata(tx, moving);
        Map<String, Long> words = EmailWriter.keywordNumbers(
                tx,
                new HashSet<>(
                        placed.values().stream().map(EmailMetadata::allKeywords).toList()));
        Map<Long, Long> numbers = new LinkedHashMap<>();
        for (long old : moving) {
            Email row = requireNonNull(rows.get(old));
            EmailIndexKeys before = EmailWriter.indexKeys(requireNonNull(placed.get(old)), words);
            long n = tx.logCreated(EmailType.TYPE, Facets.ALL);
            long thread = requireNonNull(into.get(row.thread()));
            batch.removed(old, before);
            batch.renumbered(old, n);
            batch.inserted(
                    new Email(n, thread, row.received(), row.size(), row.sent(), row.flags()),
                    new EmailIndexKeys(
                            thread,
                            new ReceivedKey(row.received(), n),
                            row.flags(),
                            before.words(),
                            before.mailboxes(),
                            before.labels()));
            numbers.put(old, n);
        }
        renumber(tx, blobs, numbers);
    }

    /** Gives the stored messages of emails, and the references to their blobs, to the new numbers of the emails. */
    static void renumber(Transaction tx, AccountBlobs blobs, Map<Long, Long> numbers) {
        Map<Long, BlobId> held = ParsedMessageRows.blobs(tx.sql(), numbers.keySet());
        ParsedMessageRows.renumber(tx.sql(), numbers);
        numbers.forEach((old, n) -> {
            BlobId blob = requireNonNull(held.get(old));
            blobs.addReference(tx, blob, EmailWriter.owner(n));
            blobs.removeReference(tx, blob, EmailWriter.owner(old));
        });
    }
}
