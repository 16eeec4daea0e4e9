package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final Ledger ledger;
    private final Blobs blobs;

    Renumbering(Transaction tx, Ledger ledger, Blobs blobs) {
        this.tx = tx;
        this.ledger = ledger;
        this.blobs = blobs;
    }

    /** Books it: which threads go into which. */
    void book(Map<Long, Set<Long>> merged, Booking booking) {
        Map<Long, Long> into = new HashMap<>();
        merged.forEach((survivor, others) -> others.forEach(other -> into.put(other, survivor)));
        if (into.isEmpty()) {
            return;
        }
        List<Long> moving = new ArrayList<>(EmailRows.members(tx.sql(), into.keySet()).stream()
                .map(EmailRows.Member::key)
                .sorted()
                .map(Key::n)
                .toList());
        Map<Long, EmailRows.Email> rows = EmailRows.among(tx.sql(), moving);
        Map<Long, Placed> placed = ledger.placed(tx, moving);
        Map<String, Long> words = Ledger.words(
                tx, new HashSet<>(placed.values().stream().map(Placed::keywords).toList()));
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
