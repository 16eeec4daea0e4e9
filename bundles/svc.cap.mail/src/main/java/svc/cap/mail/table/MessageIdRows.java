package svc.cap.mail.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * The table {@code msgid}: for each pair of a message id and a base subject, the thread of the emails with this pair.
 * The rows of an email remain as long as its thread exists.
 */
public final class MessageIdRows {

    private MessageIdRows() {}

    /**
     * The values that two emails of a thread have in common (RFC 8621 §3).
     *
     * @param hash the hash of a message id
     * @param subject the hash of the base subject
     */
    public record Link(long hash, long subject) {}

    /** Returns the threads of the links that exist. */
    public static Map<Link, Long> find(Sql sql, Map<Long, Set<Long>> hashesBySubject) {
        Map<Link, Long> found = new HashMap<>();
        hashesBySubject.forEach((subject, hashes) -> sql.selectIn(
                "select hash, thread from msgid where account = :account and hash in (??) and subject = ?",
                hashes,
                row -> found.put(new Link(row.getLong(1), subject), row.getLong(2)),
                subject));
        return found;
    }

    /** Adds links. A link that exists keeps its thread. */
    public static void insert(SqlWriter sql, Map<Link, Long> threads) {
        List<List<Object>> rows = new ArrayList<>();
        threads.forEach((link, thread) -> rows.add(List.of(link.hash, link.subject, thread)));
        sql.insert(
                "insert into msgid (account, hash, subject, thread) values (:account, ?, ?, ?)"
                        + " on conflict (account, hash, subject) do nothing",
                rows);
    }

    /** Moves the links of threads to another thread. */
    public static void move(SqlWriter sql, Collection<Long> threads, long to) {
        sql.updateIn("update msgid set thread = ? where account = :account and thread in (??)", threads, to);
    }

    public static void delete(SqlWriter sql, Collection<Long> threads) {
        sql.updateIn("delete from msgid where account = :account and thread in (??)", threads);
    }
}
