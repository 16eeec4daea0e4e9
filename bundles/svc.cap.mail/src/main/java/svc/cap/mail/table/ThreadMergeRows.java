package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code thread_merged}: which threads became one with another, as long as that one lasts. */
final class MergedRows {

    private MergedRows() {}

    /**
     * A thread whose messages are still to be moved.
     *
     * @param thread the thread
     * @param survivor where they go
     */
    record Open(long thread, long survivor) {}

    /** One of those of an account. */
    static Optional<Open> open(Sql sql) {
        return sql
                .select(
                        "select thread, survivor from thread_merged where account = :account and open = 1"
                                + " order by thread limit 1",
                        row -> new Open(row.number(1), row.number(2)))
                .stream()
                .findFirst();
    }

    /** Where those of some threads go that are still to be moved, by thread. */
    static Map<Long, Long> open(Sql sql, Collection<Long> threads) {
        return pairs(
                sql,
                "select thread, survivor from thread_merged where account = :account and open = 1 and thread in (??)",
                threads);
    }

    /** Where those of some threads are that became one with another, or are on the way to it, by thread. */
    static Map<Long, Long> survivors(Sql sql, Collection<Long> threads) {
        return pairs(
                sql, "select thread, survivor from thread_merged where account = :account and thread in (??)", threads);
    }

    /** The oldest of those that are still to be moved into each of some threads. */
    static Map<Long, Long> heirs(Sql sql, Collection<Long> survivors) {
        return pairs(
                sql,
                "select survivor, min(thread) from thread_merged"
                        + " where account = :account and survivor in (??) and open = 1 group by survivor",
                survivors);
    }

    private static Map<Long, Long> pairs(Sql sql, String query, Collection<Long> among) {
        Map<Long, Long> pairs = new HashMap<>();
        sql.selectAmong(query, among, row -> pairs.put(row.number(1), row.number(2)));
        return pairs;
    }

    /** What became one with threads and is gone, by survivor. */
    static Map<Long, List<Long>> into(Sql sql, Collection<Long> survivors) {
        Map<Long, List<Long>> into = new HashMap<>();
        sql.selectAmong(
                "select survivor, thread from thread_merged where account = :account and survivor in (??) and open = 0"
                        + " order by survivor, open, thread",
                survivors,
                row -> into.computeIfAbsent(row.number(1), n -> new ArrayList<>())
                        .add(row.number(2)));
        return into;
    }

    /** Threads become one with another, and so does what became one with them before. */
    static void add(SqlWriter sql, long survivor, Collection<Long> threads) {
        hand(sql, threads, survivor);
        sql.insert(
                "insert into thread_merged (account, thread, survivor, open) values (:account, ?, ?, 1)",
                threads.stream()
                        .map(thread -> List.<Object>of(thread, survivor))
                        .toList());
    }

    /** What became one with some threads is one with another now. */
    static void hand(SqlWriter sql, Collection<Long> survivors, long to) {
        sql.changeAmong(
                "update thread_merged set survivor = ? where account = :account and survivor in (??)", survivors, to);
    }

    /** All messages of threads have been moved. */
    static void close(SqlWriter sql, Collection<Long> threads) {
        sql.changeAmong(
                "update thread_merged set open = 0 where account = :account and thread in (??) and open = 1", threads);
    }

    /** Threads are what they were before. */
    static void free(SqlWriter sql, Collection<Long> threads) {
        sql.changeAmong("delete from thread_merged where account = :account and thread in (??)", threads);
    }

    /** Nothing became one with threads that are no more. */
    static void forget(SqlWriter sql, Collection<Long> survivors) {
        sql.changeAmong("delete from thread_merged where account = :account and survivor in (??)", survivors);
    }
}
