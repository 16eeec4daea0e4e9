package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code keyword}: which messages have a keyword, in the order of lists. */
final class KeywordRows {

    private KeywordRows() {}

    /** Those of some messages that have a keyword which has no bit. */
    static Set<Long> having(Sql sql, String keyword, Collection<Long> numbers) {
        Set<Long> found = new HashSet<>();
        WordRows.number(sql, keyword)
                .ifPresent(word -> found.addAll(sql.selectAmong(
                        "select n from keyword where account = :account and n in (??) and word = ? and word >= 16",
                        numbers,
                        row -> row.number(1),
                        word)));
        return found;
    }

    /** The messages under a word, rising from a key on or falling before it. */
    static List<Key> page(Sql sql, long word, Key bound, int most, boolean rising) {
        return sql.select(
                rising
                        ? "select received, n from keyword where account = :account and word = ?"
                                + " and (received, n) >= (?, ?) order by received, n limit ?"
                        : "select received, n from keyword where account = :account and word = ?"
                                + " and (received, n) < (?, ?) order by received desc, n desc limit ?",
                row -> new Key(row.number(1), row.number(2)),
                word,
                bound.received(),
                bound.n(),
                most);
    }

    /** Adds messages under words. */
    static void add(SqlWriter sql, Map<Long, List<Key>> added) {
        List<List<Object>> rows = new ArrayList<>();
        added.forEach((word, keys) -> keys.forEach(key -> rows.add(List.of(word, key.received(), key.n()))));
        sql.insert("insert into keyword (account, word, received, n) values (:account, ?, ?, ?)", rows);
    }

    /** Takes messages out under words; their rows in {@code email} must still be there. */
    static void remove(SqlWriter sql, Map<Long, ? extends Collection<Long>> removed) {
        removed.forEach((word, numbers) -> sql.changeAmong(
                "delete from keyword where account = :account and word = ? and (received, n) in"
                        + " (select received, n from email where account = :account and n in (??))",
                numbers,
                word));
    }
}
