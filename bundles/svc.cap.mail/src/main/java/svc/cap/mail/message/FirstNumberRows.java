package svc.cap.mail.message;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * The table {@code email_first}: the first numbers of emails that got another number, and of copies. Clients of IMAP
 * know an email by its first number (RFC 8474 §5.1).
 */
public final class FirstNumberRows {

    private FirstNumberRows() {}

    /** Returns the first numbers of emails that have another number now. */
    public static Map<Long, Long> find(Sql sql, Collection<Long> numbers) {
        Map<Long, Long> found = new HashMap<>();
        sql.selectIn(
                "select n, first from email_first where account = :account and n in (??)",
                numbers,
                row -> found.put(row.getLong(1), row.getLong(2)));
        return found;
    }

    /** Returns the first numbers of all these emails. */
    public static Map<Long, Long> all(Sql sql, Collection<Long> numbers) {
        Map<Long, Long> first = new HashMap<>();
        numbers.forEach(n -> first.put(n, n));
        first.putAll(find(sql, numbers));
        return first;
    }

    /** Returns the numbers that emails with this first number have, if they exist. */
    public static List<Long> having(Sql sql, long first) {
        List<Long> numbers = new ArrayList<>(sql.select(
                "select n from email_first where account = :account and first = ? order by n",
                row -> row.getLong(1),
                first));
        if (find(sql, List.of(first)).isEmpty()) {
            numbers.add(0, first);
        }
        return numbers;
    }

    /** Inserts the first numbers of emails. */
    public static void insert(SqlWriter sql, Map<Long, Long> firstNumbers) {
        List<List<Long>> rows = new ArrayList<>();
        firstNumbers.forEach((n, first) -> rows.add(List.of(n, first)));
        sql.insert("insert into email_first (account, n, first) values (:account, ?, ?)", rows);
    }

    static void renumber(SqlWriter sql, Map<Long, Long> numbers) {
        Map<Long, Long> firstNumbers = new HashMap<>();
        all(sql, numbers.keySet()).forEach((old, first) -> firstNumbers.put(requireNonNull(numbers.get(old)), first));
        insert(sql, firstNumbers);
    }

    static void delete(SqlWriter sql, Collection<Long> numbers) {
        sql.updateIn("delete from email_first where account = :account and n in (??)", numbers);
    }
}
