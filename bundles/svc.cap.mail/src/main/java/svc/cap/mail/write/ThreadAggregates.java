package svc.cap.mail.write;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.SqlWriter;
import svc.cap.mail.mailbox.CountedTrash;
import svc.cap.mail.mailbox.MailboxCountDeltas;
import svc.cap.mail.table.ListDeltas;
import svc.cap.mail.table.ThreadAggregate;
import svc.cap.mail.table.ThreadInMailboxRows;
import svc.cap.mail.table.ThreadInMailboxRows.Place;
import svc.cap.mail.table.ThreadRows;
import svc.cap.mail.write.EmailWriteBatch.Change;

/**
 * Applies email changes to the aggregates of their threads. An unread email that is only in the trash does not count in
 * other mailboxes. An unread email outside the trash does not count in the trash (RFC 8621 §2). Not thread-safe.
 */
final class ThreadAggregates {

    private final SqlWriter sql;
    private final CountedTrash trash;
    private final Map<Long, ThreadAggregate> threads;
    private final Map<Place, ThreadAggregate> places;

    ThreadAggregates(SqlWriter sql, CountedTrash trash, List<Change> lines) {
        this.sql = sql;
        this.trash = trash;
        Set<Long> numbers = new HashSet<>();
        for (Change line : lines) {
            line.keys().forEach(keys -> numbers.add(keys.thread()));
        }
        this.threads = ThreadRows.find(sql, numbers);
        this.places = new HashMap<>(ThreadInMailboxRows.of(sql, numbers));
    }

    /** Applies one change. */
    void add(Change line) {
        EmailIndexKeys before = line.before();
        EmailIndexKeys after = line.after();
        if (before != null && after != null) {
            ThreadAggregate thread = thread(after.thread());
            thread.unread(isOutsideTrash(after) - isOutsideTrash(before));
            for (long mailbox : after.mailboxes()) {
                ThreadAggregate place = place(after, mailbox);
                place.unread(unread(after) - (before.mailboxes().contains(mailbox) ? unread(before) : 0));
                if (!before.mailboxes().contains(mailbox)) {
                    place.emailAdded(after.key());
                }
            }
            for (long mailbox : before.mailboxes()) {
                if (!after.mailboxes().contains(mailbox)) {
                    removeFromMailbox(before, mailbox);
                }
            }
        } else if (after != null) {
            ThreadAggregate thread = thread(after.thread());
            thread.emailAdded(after.key());
            thread.unread(isOutsideTrash(after));
            after.mailboxes().forEach(mailbox -> {
                place(after, mailbox).emailAdded(after.key());
                place(after, mailbox).unread(unread(after));
            });
        } else if (before != null) {
            ThreadAggregate thread = thread(before.thread());
            thread.emailRemoved(before.key());
            thread.unread(-isOutsideTrash(before));
            before.mailboxes().forEach(mailbox -> removeFromMailbox(before, mailbox));
        }
    }

    private ThreadAggregate thread(long n) {
        return requireNonNull(threads.get(n));
    }

    private void removeFromMailbox(EmailIndexKeys before, long mailbox) {
        place(before, mailbox).emailRemoved(before.key());
        place(before, mailbox).unread(-unread(before));
    }

    private ThreadAggregate place(EmailIndexKeys keys, long mailbox) {
        return places.computeIfAbsent(new Place(keys.thread(), mailbox), place -> ThreadAggregate.empty());
    }

    private static int unread(EmailIndexKeys keys) {
        return keys.unread() ? 1 : 0;
    }

    private int isOutsideTrash(EmailIndexKeys keys) {
        return keys.unread() && keys.outsideTrash(trash.of(keys.thread())) ? 1 : 0;
    }

    /** Writes the rows, and adds the resulting changes to the list deltas and the mailbox counts. */
    void write(ListDeltas lists, MailboxCountDeltas counts) {
        ThreadRows.refresh(sql, threads);
        ThreadInMailboxRows.refresh(sql, places);
        ThreadRows.write(sql, threads);
        ThreadInMailboxRows.write(sql, places);
        threads.forEach((n, aggregate) -> aggregate.updateList(lists, ListDeltas.threads(ListDeltas.ACCOUNT)));
        places.forEach((place, aggregate) -> {
            aggregate.updateList(lists, ListDeltas.threads(place.mailbox()));
            ThreadAggregate thread = thread(place.thread());
            int there = (aggregate.isEmpty() ? 0 : 1) - (aggregate.emailsBefore() > 0 ? 1 : 0);
            int unread = unreadCount(place, aggregate.emails(), aggregate.unread(), thread.unread())
                    - unreadCount(place, aggregate.emailsBefore(), aggregate.unreadBefore(), thread.unreadBefore());
            counts.threads(place.mailbox(), there, unread);
        });
    }

    private int unreadCount(Place place, int emails, int unreadThere, int unreadInAll) {
        return emails > 0 && (place.mailbox() == trash.of(place.thread()) ? unreadThere : unreadInAll) > 0 ? 1 : 0;
    }

    /** Returns whether a thread existed before the changes. */
    boolean existedBefore(long thread) {
        ThreadAggregate aggregate = aggregate(thread);
        return aggregate != null && aggregate.emailsBefore() > 0;
    }

    /** Returns whether an email of a changed thread is in a mailbox. */
    boolean isIn(long thread, long mailbox) {
        ThreadAggregate there = places.get(new Place(thread, mailbox));
        return there != null && !there.isEmpty();
    }

    /** Returns the current aggregate of a thread, or null if no change touched it. */
    @Nullable
    ThreadAggregate aggregate(long thread) {
        return threads.get(thread);
    }
}
