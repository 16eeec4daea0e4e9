package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import svc.api.blob.BlobId;
import svc.api.blob.Blobs;
import svc.api.store.Facets;
import svc.api.store.Transaction;
import svc.cap.mail.Email.Placed;

/**
 * Brings the messages of threads into another one. The thread of a message never changes (RFC 8621 §4.1.1), so it goes and comes
 * back under another number (§3). For one thread.
 */
final class Renumbering {

    private final Transaction tx;
    private final Blobs blobs;

    Renumbering(Transaction tx, Blobs blobs) {
        this.tx = tx;
        this.blobs = blobs;
    }

    /**
     * Books it.
     *
     * @param into which threads go into which
     * @param members their messages, or some of them
     */
    void book(Map<Long, Long> into, List<EmailRows.Member> members, Booking booking) {
        if (members.isEmpty()) {
            return;
        }
        List<Long> moving =
                members.stream().map(EmailRows.Member::key).sorted().map(Key::n).toList();
        Map<Long, EmailRows.Email> rows = EmailRows.among(tx.sql(), moving);
        Map<Long, Placed> placed = Ledger.placed(tx, moving);
        Map<String, Long> words = Ledger.words(
                tx, new HashSet<>(placed.values().stream().map(Placed::words).toList()));
        Map<Long, Long> numbers = new LinkedHashMap<>();
        for (long old : moving) {
            EmailRows.Email row = requireNonNull(rows.get(old));
            Standing before = Ledger.standing(requireNonNull(placed.get(old)), words);
            long n = tx.created(Email.TYPE, Facets.ALL);
            long thread = requireNonNull(into.get(row.thread()));
            booking.gone(old, before);
            booking.born(
                    new EmailRows.Email(n, thread, row.received(), row.size(), row.sent(), row.flags()),
                    new Standing(thread, new Key(row.received(), n), row.flags(), before.words(), before.mailboxes()));
            numbers.put(old, n);
        }
        Map<Long, BlobId> held = TextRows.blobs(tx.sql(), moving);
        TextRows.renumber(tx.sql(), numbers);
        numbers.forEach((old, n) -> {
            BlobId blob = requireNonNull(held.get(old));
            blobs.refer(tx, blob, Ledger.owner(n));
            blobs.release(tx, blob, Ledger.owner(old));
        });
    }
}
