package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code mail_word}: the keywords of an account, and how many messages are found under each. */
final class WordRows {

    private WordRows() {}

    /**
     * A keyword.
     *
     * @param n its number
     * @param emails how many messages are found under it
     */
    record Word(long n, long emails) {}

    /** A keyword that is or was used; none that has a bit. */
    static List<Word> find(Sql sql, String name) {
        return sql.select(
                "select n, emails from mail_word where account = :account and name = ?",
                row -> new Word(row.number(1), row.number(2)),
                name);
    }

    /** The number of a keyword; empty for one that no message has. */
    static OptionalLong number(Sql sql, String keyword) {
        int bit = Flags.bit(keyword);
        return bit != 0
                ? OptionalLong.of(Flags.word(bit))
                : find(sql, keyword).stream().mapToLong(Word::n).findFirst();
    }

    /** How many messages are found under a word. */
    static long emails(Sql sql, long word) {
        return sql
                .select("select emails from mail_word where account = :account and n = ?", row -> row.number(1), word)
                .stream()
                .findFirst()
                .orElse(0L);
    }

    /** The numbers of keywords that have no bit; new ones get one now. */
    static Map<String, Long> numbered(SqlWriter sql, Collection<String> names) {
        Map<String, Long> numbers = new HashMap<>();
        List<List<Object>> fresh = new ArrayList<>();
        long last = -1;
        for (String name : names) {
            List<Word> known = find(sql, name);
            if (known.isEmpty()) {
                last = last < 0 ? last(sql) : last;
                fresh.add(List.of(++last, name));
            }
            numbers.put(name, known.isEmpty() ? last : known.get(0).n());
        }
        sql.insert("insert into mail_word (account, n, name, emails) values (:account, ?, ?, 0)", fresh);
        return numbers;
    }

    private static long last(Sql sql) {
        return sql.select("select max(n) from mail_word where account = :account", row -> row.number(1)).stream()
                .mapToLong(n -> Math.max(n, Flags.OWN_WORDS - 1))
                .findFirst()
                .orElse(Flags.OWN_WORDS - 1);
    }

    /** The further keywords of messages, by message. */
    static Map<Long, Map<Long, String>> of(Sql sql, Collection<Long> emails) {
        Map<Long, Map<Long, String>> words = new HashMap<>();
        sql.selectAmong(
                "select k.n, w.n, w.name from keyword k join mail_word w on w.account = :account and w.n = k.word"
                        + " where k.account = :account and k.n in (??) and k.word >= 16",
                emails,
                row -> words.computeIfAbsent(row.number(1), n -> new HashMap<>())
                        .put(row.number(2), requireNonNull(row.text(3))));
        return words;
    }

    /** More or fewer messages are found under words. A word that nothing has any more is forgotten. */
    static void count(SqlWriter sql, Map<Long, Long> deltas) {
        List<List<Object>> rows = new ArrayList<>();
        List<Long> fewer = new ArrayList<>();
        deltas.forEach((word, delta) -> {
            if (delta != 0) {
                rows.add(List.of(word, word < Flags.OWN_WORDS ? Flags.name(word) : "", delta));
            }
            if (delta < 0 && word >= Flags.OWN_WORDS) {
                fewer.add(word);
            }
        });
        sql.insert(
                "insert into mail_word (account, n, name, emails) values (:account, ?, ?, ?)"
                        + " on conflict (account, n) do update set emails = emails + excluded.emails",
                rows);
        sql.changeAmong("delete from mail_word where account = :account and n in (??) and emails = 0", fewer);
    }
}
