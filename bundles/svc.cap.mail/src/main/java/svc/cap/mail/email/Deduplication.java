package svc.cap.mail.email;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.AccountBlobs;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.write.CreatedEmail;
import svc.cap.mail.write.EmailInsert;

/**
 * Rejects imports of messages that the caller already sees in the account (RFC 8621 §4.8). If one call contains the same
 * bytes more than once, the first message is imported. The others are rejected, and the error contains the id of the
 * first. Not thread-safe.
 */
final class Deduplication {

    private final EmailInserter.Batch batch;

    /** For each rejected import, by creation id: the creation id of the first import with the same bytes. */
    private final Map<String, String> duplicates = new LinkedHashMap<>();

    private Deduplication(EmailInserter.Batch batch) {
        this.batch = batch;
    }

    /** Removes the duplicates from a batch. */
    static Deduplication open(
            Transaction tx, AccountBlobs blobs, VisibleContainers visible, EmailInserter.Batch batch) {
        Deduplication deduplication = new Deduplication(batch);
        if (batch.once().stream().anyMatch(batch.ready()::containsKey)) {
            deduplication.addExisting(deduplication.existing(tx, blobs, visible));
        }
        return deduplication;
    }

    private Map<BlobId, Long> existing(Transaction tx, AccountBlobs blobs, VisibleContainers visible) {
        Set<BlobId> written = new LinkedHashSet<>();
        batch.ready().forEach((key, entry) -> {
            if (batch.once().contains(key)) {
                written.add(entry.message().blob());
            }
        });
        Map<BlobId, Long> existing = new HashMap<>();
        blobs.references(tx, written, Set.of(EmailType.TYPE))
                .forEach((blob, owners) -> visible.emails(
                                tx.sql(), owners.stream().map(BlobReference::n).toList())
                        .forEach(n -> existing.merge(blob, n, Math::min)));
        return existing;
    }

    private void addExisting(Map<BlobId, Long> existing) {
        Map<BlobId, String> first = new HashMap<>();
        for (Map.Entry<String, EmailInsert> one : List.copyOf(batch.ready().entrySet())) {
            String key = one.getKey();
            BlobId blob = one.getValue().message().blob();
            boolean once = batch.once().contains(key);
            if (once && existing.containsKey(blob)) {
                batch.refuse(key, alreadyExists(requireNonNull(existing.get(blob))));
            } else if (once && first.containsKey(blob)) {
                batch.ready().remove(key);
                duplicates.put(key, requireNonNull(first.get(blob)));
            } else {
                first.putIfAbsent(blob, key);
            }
        }
    }

    /**
     * Records an error for each duplicate within the call. The error contains the id of the email that the first import
     * with the same bytes created. If the first import was rejected, the duplicate gets the same error.
     */
    void close(List<CreatedEmail> added) {
        List<String> keys = List.copyOf(batch.ready().keySet());
        duplicates.forEach((key, first) -> {
            int place = keys.indexOf(first);
            Map<String, @Nullable Object> reason = place < 0
                    ? requireNonNull(batch.refused().get(first))
                    : alreadyExists(added.get(place).n()).members();
            batch.refused().put(key, reason);
        });
    }

    private static SetError alreadyExists(long n) {
        return new SetError(
                "alreadyExists",
                "The account already has an email with the same content.",
                Map.of("existingId", ObjectId.format(EmailType.LETTER, n)));
    }
}
