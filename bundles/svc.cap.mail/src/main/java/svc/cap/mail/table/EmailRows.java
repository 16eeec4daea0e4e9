package svc.cap.mail;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code email}: the narrow row of a message. */
final class EmailRows {

    private EmailRows() {}

    /**
     * A row.
     *
     * @param n the message
     * @param thread its thread
     * @param received when it was received, in seconds since 1970
     * @param size its octets
     * @param sent what its Date says, in seconds since 1970
     * @param flags the bits of {@link Flags}
     */
    record Email(
            long n,
            long thread,
            long received,
            long size,
            @Nullable Long sent,
            int flags) {

        Key key() {
            return new Key(received, n);
        }
    }

    /** The rows of messages, by number. */
    static Map<Long, Email> among(Sql sql, Collection<Long> numbers) {
        Map<Long, Email> found = new HashMap<>();
        sql.selectAmong(
                "select n, thread, received, size, sent, flags from email where account = :account and n in (??)",
                numbers,
                row -> found.put(
                        row.number(1),
                        new Email(
                                row.number(1),
                                row.number(2),
                                row.number(3),
                                row.number(4),
                                row.empty(5) ? null : row.number(5),
                                (int) row.number(6))));
        return found;
    }

    /** The messages of threads, oldest first within a thread. */
    static List<Member> members(Sql sql, Collection<Long> threads) {
        return sql.selectAmong(
                "select thread, received, n, flags from email where account = :account and thread in (??)"
                        + " order by thread, received, n",
                distinct(threads),
                Member::of);
    }

    /** The oldest messages of a thread, at most so many. */
    static List<Member> some(Sql sql, long thread, int most) {
        return sql.select(
                "select thread, received, n, flags from email where account = :account and thread = ?"
                        + " order by received, n limit ?",
                Member::of,
                thread,
                most);
    }

    /**
     * A message of a thread.
     *
     * @param thread the thread
     * @param key the message
     * @param flags its flags
     */
    record Member(long thread, Key key, int flags) {

        private static Member of(Row row) {
            return new Member(row.number(1), new Key(row.number(2), row.number(3)), (int) row.number(4));
        }
    }

    /** Rows that come as a list must not come twice. */
    static List<Long> distinct(Collection<Long> numbers) {
        return numbers.stream().distinct().toList();
    }

    static void insert(SqlWriter sql, List<Email> emails) {
        sql.insert(
                "insert into email (account, n, thread, received, size, sent, flags) values (:account, ?, ?, ?, ?, ?, ?)",
                emails.stream()
                        .map(email -> java.util.Arrays.<@Nullable Object>asList(
                                email.n, email.thread, email.received, email.size, email.sent, email.flags))
                        .toList());
    }

    static void flag(SqlWriter sql, int flags, Collection<Long> numbers) {
        sql.changeAmong("update email set flags = ? where account = :account and n in (??)", numbers, flags);
    }

    static void delete(SqlWriter sql, Collection<Long> numbers) {
        sql.changeAmong("delete from email where account = :account and n in (??)", numbers);
    }
}
