package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code msgid}: in which thread a message goes. What a message brought stays as long as its thread. */
final class LinkRows {

    private LinkRows() {}

    /**
     * What two messages of a thread have in common (RFC 8621 §3).
     *
     * @param hash of a message id
     * @param subject of the base subject
     */
    record Link(long hash, long subject) {}

    /** The threads of those links that are known. */
    static Map<Link, Long> find(Sql sql, Map<Long, Set<Long>> hashesBySubject) {
        Map<Link, Long> found = new HashMap<>();
        hashesBySubject.forEach((subject, hashes) -> sql.selectAmong(
                "select hash, thread from msgid where account = :account and hash in (??) and subject = ?",
                hashes,
                row -> found.put(new Link(row.number(1), subject), row.number(2)),
                subject));
        return found;
    }

    /** Adds links; one that is known stays what it is. */
    static void insert(SqlWriter sql, Map<Link, Long> threads) {
        List<List<Object>> rows = new ArrayList<>();
        threads.forEach((link, thread) -> rows.add(List.of(link.hash, link.subject, thread)));
        sql.insert(
                "insert into msgid (account, hash, subject, thread) values (:account, ?, ?, ?)"
                        + " on conflict (account, hash, subject) do nothing",
                rows);
    }

    /** The links of threads lead to another one. */
    static void move(SqlWriter sql, Collection<Long> threads, long to) {
        sql.changeAmong("update msgid set thread = ? where account = :account and thread in (??)", threads, to);
    }

    static void delete(SqlWriter sql, Collection<Long> threads) {
        sql.changeAmong("delete from msgid where account = :account and thread in (??)", threads);
    }
}
