package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.SqlWriter;
import svc.cap.mail.Booking.Line;
import svc.cap.mail.ThreadInMailboxRows.Place;

/**
 * Books what lines do to threads. A message that is in the trash alone does not count for whether its thread is unread elsewhere,
 * and one that is not in the trash does not count there (RFC 8621 §2). For one thread.
 */
final class ThreadBook {

    private final SqlWriter sql;
    private final long trash;
    private final Map<Long, Tally> threads;
    private final Map<Place, Tally> places;

    ThreadBook(SqlWriter sql, long trash, List<Line> lines) {
        this.sql = sql;
        this.trash = trash;
        Set<Long> numbers = new HashSet<>();
        for (Line line : lines) {
            line.standings().forEach(standing -> numbers.add(standing.thread()));
        }
        this.threads = ThreadRows.among(sql, numbers);
        this.places = new HashMap<>(ThreadInMailboxRows.of(sql, numbers));
    }

    /** Counts a line. */
    void take(Line line) {
        Standing before = line.before();
        Standing after = line.after();
        if (before != null && after != null) {
            Tally thread = thread(after.thread());
            thread.unread(live(after) - live(before));
            for (long mailbox : after.mailboxes()) {
                Tally place = place(after, mailbox);
                place.unread(unread(after) - (before.mailboxes().contains(mailbox) ? unread(before) : 0));
                if (!before.mailboxes().contains(mailbox)) {
                    place.came(after.key());
                }
            }
            for (long mailbox : before.mailboxes()) {
                if (!after.mailboxes().contains(mailbox)) {
                    leave(before, mailbox);
                }
            }
        } else if (after != null) {
            Tally thread = thread(after.thread());
            thread.came(after.key());
            thread.unread(live(after));
            after.mailboxes().forEach(mailbox -> {
                place(after, mailbox).came(after.key());
                place(after, mailbox).unread(unread(after));
            });
        } else if (before != null) {
            Tally thread = thread(before.thread());
            thread.went(before.key());
            thread.unread(-live(before));
            before.mailboxes().forEach(mailbox -> leave(before, mailbox));
        }
    }

    private Tally thread(long n) {
        return requireNonNull(threads.get(n));
    }

    private void leave(Standing before, long mailbox) {
        place(before, mailbox).went(before.key());
        place(before, mailbox).unread(-unread(before));
    }

    private Tally place(Standing standing, long mailbox) {
        return places.computeIfAbsent(new Place(standing.thread(), mailbox), place -> Tally.none());
    }

    private static int unread(Standing standing) {
        return standing.unread() ? 1 : 0;
    }

    private int live(Standing standing) {
        return standing.unread() && standing.live(trash) ? 1 : 0;
    }

    /** Writes the rows, and tells what became of lists and counts. */
    void write(ListMoves lists, CountMoves counts) {
        ThreadRows.refresh(sql, threads);
        ThreadInMailboxRows.refresh(sql, places);
        ThreadRows.write(sql, threads);
        ThreadInMailboxRows.write(sql, places);
        threads.forEach((n, tally) -> tally.place(lists, ListMoves.threads(ListMoves.ACCOUNT)));
        places.forEach((place, tally) -> {
            tally.place(lists, ListMoves.threads(place.mailbox()));
            Tally thread = thread(place.thread());
            int there = (tally.gone() ? 0 : 1) - (tally.emailsBefore() > 0 ? 1 : 0);
            int unread = shown(place, tally.emails(), tally.unread(), thread.unread())
                    - shown(place, tally.emailsBefore(), tally.unreadBefore(), thread.unreadBefore());
            counts.threads(place.mailbox(), there, unread);
        });
    }

    private int shown(Place place, int emails, int unreadThere, int unreadInAll) {
        return emails > 0 && (place.mailbox() == trash ? unreadThere : unreadInAll) > 0 ? 1 : 0;
    }

    /** The threads that were there before. */
    boolean wasThere(long thread) {
        Tally tally = tally(thread);
        return tally != null && tally.emailsBefore() > 0;
    }

    /** What there is of a thread now. */
    @Nullable
    Tally tally(long thread) {
        return threads.get(thread);
    }

    /** All threads that were touched. */
    Set<Long> touched() {
        return threads.keySet();
    }
}
