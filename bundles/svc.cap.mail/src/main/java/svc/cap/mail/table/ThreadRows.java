package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code thread}: what is counted of a thread. */
final class ThreadRows {

    private static final String COLUMNS = "select n, emails, unread, received, newest from thread";

    private ThreadRows() {}

    /** What is counted of threads, by thread; of those that are not there, nothing. */
    static Map<Long, Tally> among(Sql sql, Collection<Long> threads) {
        Map<Long, Tally> found = new HashMap<>();
        sql.selectAmong(
                COLUMNS + " where account = :account and n in (??)",
                threads,
                row -> found.put(
                        row.number(1),
                        new Tally((int) row.number(2), (int) row.number(3), new Key(row.number(4), row.number(5)))));
        threads.forEach(thread -> found.computeIfAbsent(thread, n -> Tally.none()));
        return found;
    }

    /** Threads of the account in the order of their numbers, at most so many. */
    static List<Long> some(Sql sql, int most) {
        return sql.select(
                "select n from thread where account = :account order by n limit ?", row -> row.number(1), most);
    }

    /** Looks for the newest messages of those whose newest one went. */
    static void refresh(Sql sql, Map<Long, Tally> threads) {
        List<Long> stale = new ArrayList<>();
        threads.forEach((n, tally) -> {
            if (tally.stale()) {
                stale.add(n);
            }
        });
        sql.selectAmong(
                "select t.n, e.received, e.n from thread t join email e on e.account = :account and e.n ="
                        + " (select f.n from email f where f.account = :account and f.thread = t.n"
                        + " order by f.received desc, f.n desc limit 1) where t.account = :account and t.n in (??)",
                stale,
                row -> {
                    requireNonNull(threads.get(row.number(1))).newest(new Key(row.number(2), row.number(3)));
                    return row.number(1);
                });
    }

    /** Writes what changed. */
    static void write(SqlWriter sql, Map<Long, Tally> threads) {
        List<List<Object>> moved = new ArrayList<>();
        List<List<Object>> flagged = new ArrayList<>();
        List<Long> gone = new ArrayList<>();
        threads.forEach((n, tally) -> {
            if (tally.gone()) {
                gone.add(n);
            } else if (tally.changed()) {
                (tally.moved() ? moved : flagged)
                        .add(List.of(
                                n,
                                tally.emails(),
                                tally.unread(),
                                tally.newest().received(),
                                tally.newest().n()));
            }
        });
        String insert = "insert into thread (account, n, emails, unread, received, newest)"
                + " values (:account, ?, ?, ?, ?, ?) on conflict (account, n) do update set unread = excluded.unread";
        sql.insert(insert, flagged);
        sql.insert(
                insert + ", emails = excluded.emails, received = excluded.received, newest = excluded.newest", moved);
        sql.changeAmong("delete from thread where account = :account and n in (??)", gone);
    }
}
