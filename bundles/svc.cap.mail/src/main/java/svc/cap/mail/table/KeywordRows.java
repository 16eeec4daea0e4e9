package svc.cap.mail.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * The table {@code keyword}, called the keyword index: the emails with each keyword, in the order of their
 * {@link ReceivedKey}. Under {@code $seen}, the index contains the emails without this keyword.
 */
public final class KeywordRows {

    private KeywordRows() {}

    /** Returns those of the emails that have a keyword. The keyword must have no bit in {@link Flags}. */
    public static Set<Long> withKeyword(Sql sql, String keyword, Collection<Long> numbers) {
        Set<Long> found = new HashSet<>();
        KeywordDictionaryRows.number(sql, keyword)
                .ifPresent(word -> found.addAll(sql.selectIn(
                        "select n from keyword where account = :account and n in (??) and word = ? and word >= 16",
                        numbers,
                        row -> row.getLong(1),
                        word)));
        return found;
    }

    /**
     * Returns up to {@code max} emails under a keyword: in ascending order from {@code bound}, or in descending order
     * before {@code bound}.
     */
    public static List<ReceivedKey> page(Sql sql, long word, ReceivedKey bound, int max, boolean ascending) {
        return sql.select(
                ascending
                        ? "select received, n from keyword where account = :account and word = ?"
                                + " and (received, n) >= (?, ?) order by received, n limit ?"
                        : "select received, n from keyword where account = :account and word = ?"
                                + " and (received, n) < (?, ?) order by received desc, n desc limit ?",
                row -> new ReceivedKey(row.getLong(1), row.getLong(2)),
                word,
                bound.received(),
                bound.n(),
                max);
    }

    /** Returns whether an email of a thread has a keyword that has no bit in {@link Flags}. */
    public static boolean isInThread(Sql sql, long word, long thread) {
        return sql.exists(
                "select 1 from email e where e.account = :account and e.thread = ? and exists (select 1 from keyword k"
                        + " where k.account = :account and k.n = e.n and k.word = ? and k.word >= 16) limit 1",
                thread,
                word);
    }

    /** Adds emails to the index under keywords. */
    public static void add(SqlWriter sql, Map<Long, List<ReceivedKey>> added) {
        List<List<Object>> rows = new ArrayList<>();
        added.forEach((word, keys) -> keys.forEach(key -> rows.add(List.of(word, key.received(), key.n()))));
        sql.insert("insert into keyword (account, word, received, n) values (:account, ?, ?, ?)", rows);
    }

    /**
     * Removes emails from the index under keywords. The rows of the emails in the table {@code email} must still exist.
     */
    public static void remove(SqlWriter sql, Map<Long, ? extends Collection<Long>> removed) {
        removed.forEach((word, numbers) -> sql.updateIn(
                "delete from keyword where account = :account and word = ? and (received, n) in"
                        + " (select received, n from email where account = :account and n in (??))",
                numbers,
                word));
    }
}
