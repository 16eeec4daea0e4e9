package svc.cap.mail.table;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code email}: the indexed columns of each email. */
public final class EmailRows {

    private EmailRows() {}

    /**
     * A row.
     *
     * @param n the number of the email
     * @param thread the number of its thread
     * @param received the "received at" time, in seconds since 1970
     * @param size the size in octets
     * @param sent the time in the {@code Date} field, in seconds since 1970
     * @param flags the bits of {@link Flags}
     */
    public record Email(
            long n,
            long thread,
            long received,
            long size,
            @Nullable Long sent,
            int flags) {

        public ReceivedKey key() {
            return new ReceivedKey(received, n);
        }
    }

    /** Returns the rows of emails that exist, by number. */
    public static Map<Long, Email> find(Sql sql, Collection<Long> numbers) {
        Map<Long, Email> found = new HashMap<>();
        sql.selectIn(
                "select n, thread, received, size, sent, flags from email where account = :account and n in (??)",
                numbers,
                row -> {
                    long n = row.getLong(1);
                    long sent = row.getLong(5); // 0 for null
                    return found.put(
                            n,
                            new Email(
                                    n,
                                    row.getLong(2),
                                    row.getLong(3),
                                    row.getLong(4),
                                    sent == 0 && row.isNull(5) ? null : sent,
                                    (int) row.getLong(6)));
                });
        return found;
    }

    /** Returns the emails of threads, oldest first within a thread. */
    public static List<Member> members(Sql sql, Collection<Long> threads) {
        return sql.selectIn(
                "select thread, received, n, flags from email where account = :account and thread in (??)"
                        + " order by thread, received, n",
                distinct(threads),
                Member::of);
    }

    /** Returns up to {@code max} emails of a thread, oldest first. */
    public static List<Member> ofThread(Sql sql, long thread, int max) {
        return sql.select(
                "select thread, received, n, flags from email where account = :account and thread = ?"
                        + " order by received, n limit ?",
                Member::of,
                thread,
                max);
    }

    /**
     * An email in its thread.
     *
     * @param thread the number of the thread
     * @param key the sort key of the email
     * @param flags the bits of {@link Flags}
     */
    public record Member(long thread, ReceivedKey key, int flags) {

        private static Member of(Row row) {
            return new Member(row.getLong(1), new ReceivedKey(row.getLong(2), row.getLong(3)), (int) row.getLong(4));
        }
    }

    /** Returns the numbers without duplicates. A query that returns a list then returns each row once. */
    public static List<Long> distinct(Collection<Long> numbers) {
        return numbers.stream().distinct().toList();
    }

    public static void insert(SqlWriter sql, List<Email> emails) {
        sql.insert(
                "insert into email (account, n, thread, received, size, sent, flags) values (:account, ?, ?, ?, ?, ?, ?)",
                emails.stream()
                        .map(email -> java.util.Arrays.<@Nullable Object>asList(
                                email.n, email.thread, email.received, email.size, email.sent, email.flags))
                        .toList());
    }

    public static void flag(SqlWriter sql, int flags, Collection<Long> numbers) {
        sql.updateIn("update email set flags = ? where account = :account and n in (??)", numbers, flags);
    }

    public static void delete(SqlWriter sql, Collection<Long> numbers) {
        sql.updateIn("delete from email where account = :account and n in (??)", numbers);
    }
}
