package svc.cap.mail;

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

/** The table {@code thread_in_mailbox}: what is counted of those messages of a thread that are in a mailbox. */
final class ThreadInMailboxRows {

    private ThreadInMailboxRows() {}

    /**
     * A thread in a mailbox.
     *
     * @param thread the thread
     * @param mailbox the mailbox
     */
    record Place(long thread, long mailbox) {}

    /** What is counted of threads in all mailboxes where they are. */
    static Map<Place, Tally> of(Sql sql, Collection<Long> threads) {
        Map<Place, Tally> found = new HashMap<>();
        sql.selectAmong(
                "select thread, mailbox, emails, unread, received, newest from thread_in_mailbox"
                        + " where account = :account and thread in (??)",
                threads,
                row -> found.put(
                        new Place(row.number(1), row.number(2)),
                        new Tally((int) row.number(3), (int) row.number(4), new Key(row.number(5), row.number(6)))));
        return found;
    }

    /** Looks for the newest messages of those whose newest one went. */
    static void refresh(Sql sql, Map<Place, Tally> places) {
        Set<Long> stale = new HashSet<>();
        places.forEach((place, tally) -> {
            if (tally.stale()) {
                stale.add(place.thread);
            }
        });
        sql.selectAmong(
                "select t.thread, t.mailbox, e.received, e.n from thread_in_mailbox t join email e"
                        + " on e.account = :account and e.n = (select f.n from email f"
                        + " where f.account = :account and f.thread = t.thread and exists (select 1 from in_mailbox i"
                        + " where i.account = :account and i.n = f.n and i.mailbox = t.mailbox)"
                        + " order by f.received desc, f.n desc limit 1)"
                        + " where t.account = :account and t.thread in (??)",
                stale,
                row -> {
                    Tally tally = requireNonNull(places.get(new Place(row.number(1), row.number(2))));
                    if (tally.stale()) {
                        tally.newest(new Key(row.number(3), row.number(4)));
                    }
                    return tally;
                });
    }

    /** Writes what changed. */
    static void write(SqlWriter sql, Map<Place, Tally> places) {
        List<List<Object>> moved = new ArrayList<>();
        List<List<Object>> flagged = new ArrayList<>();
        Map<Long, List<Long>> gone = new HashMap<>();
        places.forEach((place, tally) -> {
            if (tally.gone()) {
                gone.computeIfAbsent(place.mailbox, n -> new ArrayList<>()).add(place.thread);
            } else if (tally.changed()) {
                (tally.moved() ? moved : flagged)
                        .add(List.of(
                                place.thread,
                                place.mailbox,
                                tally.emails(),
                                tally.unread(),
                                tally.newest().received(),
                                tally.newest().n()));
            }
        });
        String insert = "insert into thread_in_mailbox (account, thread, mailbox, emails, unread, received, newest)"
                + " values (:account, ?, ?, ?, ?, ?, ?)"
                + " on conflict (account, thread, mailbox) do update set unread = excluded.unread";
        sql.insert(insert, flagged);
        sql.insert(
                insert + ", emails = excluded.emails, received = excluded.received, newest = excluded.newest", moved);
        gone.forEach((mailbox, threads) -> sql.changeAmong(
                "delete from thread_in_mailbox where account = :account and thread in (??) and mailbox = ?",
                threads,
                mailbox));
    }
}
