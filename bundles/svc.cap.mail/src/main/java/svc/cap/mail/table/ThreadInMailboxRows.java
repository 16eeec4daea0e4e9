package svc.cap.mail.table;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code thread_in_mailbox}: the aggregate of those emails of a thread that are in a mailbox. */
public final class ThreadInMailboxRows {

    private ThreadInMailboxRows() {}

    /**
     * A thread in a mailbox.
     *
     * @param thread the number of the thread
     * @param mailbox the number of the mailbox
     */
    public record Place(long thread, long mailbox) {}

    /** Returns the aggregates of threads in all their mailboxes. */
    public static Map<Place, ThreadAggregate> of(Sql sql, Collection<Long> threads) {
        Map<Place, ThreadAggregate> found = new HashMap<>();
        sql.selectIn(
                "select thread, mailbox, emails, unread, received, newest from thread_in_mailbox"
                        + " where account = :account and thread in (??)",
                threads,
                row -> found.put(
                        new Place(row.getLong(1), row.getLong(2)),
                        new ThreadAggregate(
                                (int) row.getLong(3),
                                (int) row.getLong(4),
                                new ReceivedKey(row.getLong(5), row.getLong(6)))));
        return found;
    }

    /** Reads the newest emails of the aggregates that are stale. */
    public static void refresh(Sql sql, Map<Place, ThreadAggregate> places) {
        Set<Long> stale = new HashSet<>();
        places.forEach((place, aggregate) -> {
            if (aggregate.stale()) {
                stale.add(place.thread);
            }
        });
        sql.selectIn(
                "select t.thread, t.mailbox, e.received, e.n from thread_in_mailbox t join email e"
                        + " on e.account = :account and e.n = (select f.n from email f"
                        + " where f.account = :account and f.thread = t.thread and exists (select 1 from in_mailbox i"
                        + " where i.account = :account and i.n = f.n and i.mailbox = t.mailbox)"
                        + " order by f.received desc, f.n desc limit 1)"
                        + " where t.account = :account and t.thread in (??)",
                stale,
                row -> {
                    ThreadAggregate aggregate = requireNonNull(places.get(new Place(row.getLong(1), row.getLong(2))));
                    if (aggregate.stale()) {
                        aggregate.newest(new ReceivedKey(row.getLong(3), row.getLong(4)));
                    }
                    return aggregate;
                });
    }

    /** Writes the aggregates that changed. */
    public static void write(SqlWriter sql, Map<Place, ThreadAggregate> places) {
        List<List<Object>> moved = new ArrayList<>();
        List<List<Object>> flagged = new ArrayList<>();
        Map<Long, List<Long>> removed = new HashMap<>();
        places.forEach((place, aggregate) -> {
            if (aggregate.isEmpty()) {
                removed.computeIfAbsent(place.mailbox, n -> new ArrayList<>()).add(place.thread);
            } else if (aggregate.changed()) {
                (aggregate.isMoved() ? moved : flagged)
                        .add(List.of(
                                place.thread,
                                place.mailbox,
                                aggregate.emails(),
                                aggregate.unread(),
                                aggregate.newest().received(),
                                aggregate.newest().n()));
            }
        });
        String insert = "insert into thread_in_mailbox (account, thread, mailbox, emails, unread, received, newest)"
                + " values (:account, ?, ?, ?, ?, ?, ?)"
                + " on conflict (account, thread, mailbox) do update set unread = excluded.unread";
        sql.insert(insert, flagged);
        sql.insert(
                insert + ", emails = excluded.emails, received = excluded.received, newest = excluded.newest", moved);
        removed.forEach((mailbox, threads) -> sql.updateIn(
                "delete from thread_in_mailbox where account = :account and thread in (??) and mailbox = ?",
                threads,
                mailbox));
    }
}
