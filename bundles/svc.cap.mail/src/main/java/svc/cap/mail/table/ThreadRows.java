package svc.cap.mail.table;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code thread}: the aggregate of each thread. */
public final class ThreadRows {

    private static final String COLUMNS = "select n, emails, unread, received, newest from thread";

    private ThreadRows() {}

    /** Returns the aggregates of threads, by thread. A thread that does not exist has an empty aggregate. */
    public static Map<Long, ThreadAggregate> find(Sql sql, Collection<Long> threads) {
        Map<Long, ThreadAggregate> found = new HashMap<>();
        sql.selectIn(
                COLUMNS + " where account = :account and n in (??)",
                threads,
                row -> found.put(
                        row.getLong(1),
                        new ThreadAggregate(
                                (int) row.getLong(2),
                                (int) row.getLong(3),
                                new ReceivedKey(row.getLong(4), row.getLong(5)))));
        threads.forEach(thread -> found.computeIfAbsent(thread, n -> ThreadAggregate.empty()));
        return found;
    }

    /** Returns up to {@code max} threads of the account after a thread, ordered by number. */
    public static List<Long> numbers(Sql sql, long after, int max) {
        return sql.select(
                "select n from thread where account = :account and n > ? order by n limit ?",
                row -> row.getLong(1),
                after,
                max);
    }

    /** Reads the newest emails of the aggregates that are stale. */
    public static void refresh(Sql sql, Map<Long, ThreadAggregate> threads) {
        List<Long> stale = new ArrayList<>();
        threads.forEach((n, aggregate) -> {
            if (aggregate.stale()) {
                stale.add(n);
            }
        });
        sql.selectIn(
                "select t.n, e.received, e.n from thread t join email e on e.account = :account and e.n ="
                        + " (select f.n from email f where f.account = :account and f.thread = t.n"
                        + " order by f.received desc, f.n desc limit 1) where t.account = :account and t.n in (??)",
                stale,
                row -> {
                    requireNonNull(threads.get(row.getLong(1))).newest(new ReceivedKey(row.getLong(2), row.getLong(3)));
                    return row.getLong(1);
                });
    }

    /** Writes the aggregates that changed. */
    public static void write(SqlWriter sql, Map<Long, ThreadAggregate> threads) {
        List<List<Object>> moved = new ArrayList<>();
        List<List<Object>> flagged = new ArrayList<>();
        List<Long> removed = new ArrayList<>();
        threads.forEach((n, aggregate) -> {
            if (aggregate.isEmpty()) {
                removed.add(n);
            } else if (aggregate.changed()) {
                (aggregate.isMoved() ? moved : flagged)
                        .add(List.of(
                                n,
                                aggregate.emails(),
                                aggregate.unread(),
                                aggregate.newest().received(),
                                aggregate.newest().n()));
            }
        });
        String insert = "insert into thread (account, n, emails, unread, received, newest)"
                + " values (:account, ?, ?, ?, ?, ?) on conflict (account, n) do update set unread = excluded.unread";
        sql.insert(insert, flagged);
        sql.insert(
                insert + ", emails = excluded.emails, received = excluded.received, newest = excluded.newest", moved);
        sql.updateIn("delete from thread where account = :account and n in (??)", removed);
    }
}
