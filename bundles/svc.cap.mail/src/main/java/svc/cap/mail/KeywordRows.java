package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import svc.api.store.SqlWriter;

/** The table {@code keyword}: which messages have a keyword, in the order of lists. */
final class KeywordRows {

    private KeywordRows() {}

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
