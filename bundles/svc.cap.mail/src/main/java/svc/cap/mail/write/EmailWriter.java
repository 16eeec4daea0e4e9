package svc.cap.mail;

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
import svc.api.blob.BlobId;
import svc.api.blob.Blobs;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.Email.Placed;

/**
 * Books what comes, goes and changes: rows, lists, threads, counts and the log of changes move together in the given transaction,
 * a set at a time. Who calls has looked whether the mailboxes exist and whether the account holds the blobs. Any thread.
 */
@Component(service = Ledger.class)
public final class Ledger {

    private static final int PORTION = 400;

    private final Blobs blobs;
    private final ThreadMerging merging;

    /** Books here. */
    @Activate
    public Ledger(@Reference Blobs blobs, @Reference ThreadMerging merging) {
        this.blobs = blobs;
        this.merging = merging;
    }

    /** How messages stand; those that do not exist are left out. */
    static Map<Long, Placed> placed(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, EmailRows.Email> rows = EmailRows.among(snapshot.sql(), numbers);
        Map<Long, Set<Long>> mailboxes = InMailboxRows.of(snapshot.sql(), rows.keySet());
        List<Long> more = rows.values().stream()
                .filter(row -> (row.flags() & Flags.MORE) != 0)
                .map(EmailRows.Email::n)
                .toList();
        Map<Long, Map<Long, String>> words = WordRows.of(snapshot.sql(), more);
        Map<Long, Placed> placed = new LinkedHashMap<>();
        for (Long n : numbers) {
            EmailRows.Email row = rows.get(n);
            if (row != null) {
                Set<String> keywords = Flags.keywords(row.flags());
                Set<Long> labels =
                        LabelWord.divide(words.getOrDefault(n, Map.of()).values(), keywords);
                placed.put(
                        n,
                        new Placed(
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

    /** Messages arrive; what became of each, in their order. Their blobs are referred to. */
    List<Email.Added> add(Transaction tx, List<Email.Entry> entries) {
        Map<String, Long> words =
                words(tx, entries.stream().map(Email.Entry::words).toList());
        Threading threading = new Threading(tx);
        List<Long> threads =
                threading.assign(entries.stream().map(Email.Entry::arrival).toList());
        Booking booking = new Booking(tx);
        merging.merge(tx, threading.merged(), booking, ThreadMerging.AT_ONCE);
        Map<Long, Arrival> arrivals = new LinkedHashMap<>();
        List<Email.Added> added = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            Email.Entry entry = entries.get(i);
            Arrival arrival = entry.arrival();
            long n = tx.created(Email.TYPE, Facets.ALL);
            int flags = Flags.of(entry.words(), arrival.hasAttachment());
            Key key = new Key(entry.received().getEpochSecond(), n);
            Long sent = arrival.sentAt() == null ? null : arrival.sentAt().getEpochSecond();
            booking.born(
                    new EmailRows.Email(n, threads.get(i), key.received(), arrival.size(), sent, flags),
                    new Standing(threads.get(i), key, flags, numbers(words, entry.words()), entry.mailboxes()));
            arrivals.put(n, arrival);
            added.add(new Email.Added(n, threads.get(i)));
            if (!blobs.refer(tx, arrival.blob(), owner(n))) {
                throw new IllegalStateException("The account does not hold the blob of a message that arrives");
            }
        }
        TextRows.insert(tx.sql(), arrivals);
        booking.close();
        return added;
    }

    /** Messages get other keywords or labels, or go to other mailboxes. */
    void change(Transaction tx, Collection<Email.Moved> moved) {
        List<Set<String>> named = new ArrayList<>();
        moved.forEach(one -> {
            named.add(one.words());
            named.add(one.before().words());
        });
        Map<String, Long> words = words(tx, named);
        Booking booking = new Booking(tx);
        for (Email.Moved one : moved) {
            Placed before = one.before();
            int flags = Flags.of(one.words(), (before.flags() & Flags.ATTACHMENT) != 0);
            booking.changed(
                    before.n(),
                    standing(before, words),
                    new Standing(
                            before.thread(),
                            new Key(before.received(), before.n()),
                            flags,
                            numbers(words, one.words()),
                            one.mailboxes()));
        }
        booking.close();
    }

    /** Messages go for good. */
    void remove(Transaction tx, Collection<Placed> gone) {
        Map<String, Long> words = words(tx, gone.stream().map(Placed::words).toList());
        List<Long> numbers = gone.stream().map(Placed::n).toList();
        Map<Long, BlobId> held = TextRows.blobs(tx.sql(), numbers);
        Booking booking = new Booking(tx);
        gone.forEach(one -> booking.gone(one.n(), standing(one, words)));
        TextRows.delete(tx.sql(), numbers);
        merging.bury(tx, booking.close());
        held.forEach((n, blob) -> blobs.release(tx, blob, owner(n)));
    }

    /** All messages leave a mailbox; those that are nowhere else go for good. */
    void empty(Transaction tx, long mailbox) {
        for (List<Long> some = InMailboxRows.some(tx.sql(), mailbox, PORTION);
                !some.isEmpty();
                some = InMailboxRows.some(tx.sql(), mailbox, PORTION)) {
            List<Placed> gone = new ArrayList<>();
            List<Email.Moved> moved = new ArrayList<>();
            for (Placed one : placed(tx, some).values()) {
                if (one.mailboxes().size() == 1) {
                    gone.add(one);
                } else {
                    Set<Long> others = new HashSet<>(one.mailboxes());
                    others.remove(mailbox);
                    moved.add(new Email.Moved(one, one.keywords(), one.labels(), others));
                }
            }
            change(tx, moved);
            remove(tx, gone);
        }
    }

    /** Some messages lose a label, the oldest ones; whether there may be more. */
    boolean unlabel(Transaction tx, long label, int most) {
        OptionalLong word = WordRows.number(tx.sql(), LabelWord.of(label));
        if (word.isEmpty()) {
            return false;
        }
        List<Long> some = KeywordRows.page(tx.sql(), word.getAsLong(), Key.FIRST, most, true).stream()
                .map(Key::n)
                .toList();
        List<Email.Moved> moved = new ArrayList<>();
        for (Placed one : placed(tx, some).values()) {
            Set<Long> others = new HashSet<>(one.labels());
            others.remove(label);
            moved.add(new Email.Moved(one, one.keywords(), others, one.mailboxes()));
        }
        change(tx, moved);
        return some.size() == most;
    }

    static Blobs.Owner owner(long n) {
        return new Blobs.Owner(Email.TYPE, n, Email.LETTER);
    }

    static Standing standing(Placed placed, Map<String, Long> words) {
        return new Standing(
                placed.thread(),
                new Key(placed.received(), placed.n()),
                placed.flags(),
                numbers(words, placed.words()),
                placed.mailboxes());
    }

    /** The numbers of keywords that have no bit. */
    static Map<String, Long> words(Transaction tx, Collection<Set<String>> keywords) {
        Set<String> names = new HashSet<>();
        keywords.forEach(names::addAll);
        names.removeIf(name -> Flags.bit(name) != 0);
        return names.isEmpty() ? Map.of() : new HashMap<>(WordRows.numbered(tx.sql(), names));
    }

    private static Set<Long> numbers(Map<String, Long> words, Set<String> keywords) {
        Set<Long> numbers = new HashSet<>();
        keywords.forEach(name -> {
            Long number = words.get(name);
            if (number != null) {
                numbers.add(number);
            }
        });
        return numbers;
    }
}
