package svc.cap.mail.table;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * The table {@code mail_word}, called the keyword dictionary: the keywords of an account with their numbers and email
 * counts.
 */
public final class KeywordDictionaryRows {

    private KeywordDictionaryRows() {}

    /**
     * A keyword.
     *
     * @param n the number of the keyword
     * @param emails the number of emails that the table {@code keyword} contains under this keyword
     */
    public record Word(long n, long emails) {}

    /**
     * Returns the row of a keyword that has no bit in {@link Flags}. Returns an empty list if the account has no such
     * row.
     */
    public static List<Word> find(Sql sql, String name) {
        return sql.select(
                "select n, emails from mail_word where account = :account and name = ?",
                row -> new Word(row.getLong(1), row.getLong(2)),
                name);
    }

    /** Returns the number of a keyword, or empty if no email has it. */
    public static OptionalLong number(Sql sql, String keyword) {
        int bit = Flags.bit(keyword);
        return bit != 0
                ? OptionalLong.of(Flags.keywordNumber(bit))
                : find(sql, keyword).stream().mapToLong(Word::n).findFirst();
    }

    /** Returns the number of emails that the table {@code keyword} contains under a keyword. */
    public static long emails(Sql sql, long word) {
        return sql.first("select emails from mail_word where account = :account and n = ?", row -> row.getLong(1), word)
                .orElse(0L);
    }

    /** Returns the numbers of keywords that have no bit in {@link Flags}. Assigns numbers to new keywords. */
    public static Map<String, Long> ensureNumbers(SqlWriter sql, Collection<String> names) {
        Map<String, Long> numbers = new HashMap<>();
        List<List<Object>> added = new ArrayList<>();
        long last = -1;
        for (String name : names) {
            List<Word> known = find(sql, name);
            if (known.isEmpty()) {
                last = last < 0 ? highestNumber(sql) : last;
                added.add(List.of(++last, name));
            }
            numbers.put(name, known.isEmpty() ? last : known.get(0).n());
        }
        sql.insert("insert into mail_word (account, n, name, emails) values (:account, ?, ?, 0)", added);
        return numbers;
    }

    private static long highestNumber(Sql sql) {
        return sql.select("select max(n) from mail_word where account = :account", row -> row.getLong(1)).stream()
                .mapToLong(n -> Math.max(n, Flags.OWN_WORDS - 1))
                .findFirst()
                .orElse(Flags.OWN_WORDS - 1);
    }

    /**
     * Returns the keywords of emails, by email and by number of the keyword. Keywords with a bit in {@link Flags} are
     * left out.
     */
    public static Map<Long, Map<Long, String>> of(Sql sql, Collection<Long> emails) {
        Map<Long, Map<Long, String>> words = new HashMap<>();
        sql.selectIn(
                "select k.n, w.n, w.name from keyword k join mail_word w on w.account = :account and w.n = k.word"
                        + " where k.account = :account and k.n in (??) and k.word >= 16",
                emails,
                row -> words.computeIfAbsent(row.getLong(1), n -> new HashMap<>())
                        .put(row.getLong(2), requireNonNull(row.getString(3))));
        return words;
    }

    /** Changes the email counts of keywords. Deletes a keyword that no email has any more. */
    public static void count(SqlWriter sql, Map<Long, Long> deltas) {
        List<List<Object>> rows = new ArrayList<>();
        List<Long> missing = new ArrayList<>();
        deltas.forEach((word, delta) -> {
            if (delta != 0) {
                rows.add(List.of(word, word < Flags.OWN_WORDS ? Flags.name(word) : "", delta));
            }
            if (delta < 0 && word >= Flags.OWN_WORDS) {
                missing.add(word);
            }
        });
        sql.insert(
                "insert into mail_word (account, n, name, emails) values (:account, ?, ?, ?)"
                        + " on conflict (account, n) do update set emails = mail_word.emails + excluded.emails",
                rows);
        sql.updateIn("delete from mail_word where account = :account and n in (??) and emails = 0", missing);
    }
}
