package svc.cap.mail.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * The table {@code thread_merged}: which threads were merged into which surviving thread. A row is kept as long as the
 * surviving thread exists. A merge is open until all emails have moved.
 */
public final class ThreadMergeRows {

    private ThreadMergeRows() {}

    /**
     * An open merge.
     *
     * @param thread the thread whose emails still have to move
     * @param survivor the thread that receives them
     */
    public record PendingMerge(long thread, long survivor) {}

    /** Returns one open merge of the account. */
    public static Optional<PendingMerge> open(Sql sql) {
        return sql.first(
                "select thread, survivor from thread_merged where account = :account and open = 1"
                        + " order by thread limit 1",
                row -> new PendingMerge(row.getLong(1), row.getLong(2)));
    }

    /** Returns the survivors of those threads that have an open merge, by thread. */
    public static Map<Long, Long> open(Sql sql, Collection<Long> threads) {
        return pairs(
                sql,
                "select thread, survivor from thread_merged where account = :account and open = 1 and thread in (??)",
                threads);
    }

    /** Returns the survivors of those threads that were merged or are being merged, by thread. */
    public static Map<Long, Long> survivors(Sql sql, Collection<Long> threads) {
        return pairs(
                sql, "select thread, survivor from thread_merged where account = :account and thread in (??)", threads);
    }

    /** Returns, for each survivor, the thread with the lowest number that has an open merge into it. */
    public static Map<Long, Long> oldestOpenMerges(Sql sql, Collection<Long> survivors) {
        return pairs(
                sql,
                "select survivor, min(thread) from thread_merged"
                        + " where account = :account and survivor in (??) and open = 1 group by survivor",
                survivors);
    }

    private static Map<Long, Long> pairs(Sql sql, String query, Collection<Long> among) {
        Map<Long, Long> pairs = new HashMap<>();
        sql.selectIn(query, among, row -> pairs.put(row.getLong(1), row.getLong(2)));
        return pairs;
    }

    /** Returns the threads that were completely merged into survivors, by survivor. */
    public static Map<Long, List<Long>> mergedThreads(Sql sql, Collection<Long> survivors) {
        Map<Long, List<Long>> into = new HashMap<>();
        sql.selectIn(
                "select survivor, thread from thread_merged where account = :account and survivor in (??) and open = 0"
                        + " order by survivor, open, thread",
                survivors,
                row -> into.computeIfAbsent(row.getLong(1), n -> new ArrayList<>())
                        .add(row.getLong(2)));
        return into;
    }

    /**
     * Records open merges of threads into a survivor. Earlier merges into these threads are redirected to the survivor.
     */
    public static void add(SqlWriter sql, long survivor, Collection<Long> threads) {
        moveTo(sql, threads, survivor);
        sql.insert(
                "insert into thread_merged (account, thread, survivor, open) values (:account, ?, ?, 1)",
                threads.stream()
                        .map(thread -> List.<Object>of(thread, survivor))
                        .toList());
    }

    /** Redirects the merges into some threads to another survivor. */
    public static void moveTo(SqlWriter sql, Collection<Long> survivors, long to) {
        sql.updateIn(
                "update thread_merged set survivor = ? where account = :account and survivor in (??)", survivors, to);
    }

    /** Closes the merges of threads: all their emails have moved. */
    public static void close(SqlWriter sql, Collection<Long> threads) {
        sql.updateIn(
                "update thread_merged set open = 0 where account = :account and thread in (??) and open = 1", threads);
    }

    /** Deletes the merges of threads, so that these threads are independent again. */
    public static void deleteThreads(SqlWriter sql, Collection<Long> threads) {
        sql.updateIn("delete from thread_merged where account = :account and thread in (??)", threads);
    }

    /** Deletes the merges into survivors that were destroyed. */
    public static void forget(SqlWriter sql, Collection<Long> survivors) {
        sql.updateIn("delete from thread_merged where account = :account and survivor in (??)", survivors);
    }
}
