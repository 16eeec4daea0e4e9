package svc.cap.mail.mailbox;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.mail.mailbox.Mailbox.Properties;
import svc.cap.mail.mailbox.MailboxCountDeltas.Counts;

/** The table {@code mailbox}. */
public final class MailboxRows {

    private static final String SELECT = "select n, name, parent, role, sort, subscribed, emails, unread, threads,"
            + " unread_threads from mailbox where account = :account";

    private MailboxRows() {}

    /** Returns up to {@code max} mailboxes of the account, ordered by number. */
    public static List<Mailbox> all(Sql sql, int max) {
        return sql.select(SELECT + " order by n limit ?", MailboxRows::mailbox, max);
    }

    /** Returns the numbers of up to {@code max} mailboxes after a mailbox, in ascending order. */
    public static List<Long> numbers(Sql sql, long after, int max) {
        return sql.select(
                "select n from mailbox where account = :account and n > ? order by n limit ?",
                row -> row.getLong(1),
                after,
                max);
    }

    /** Returns the mailboxes with these numbers. Numbers without a mailbox are left out. */
    public static List<Mailbox> find(Sql sql, Collection<Long> numbers) {
        return sql.selectIn(SELECT + " and n in (??)", MailboxRows.distinct(numbers), MailboxRows::mailbox);
    }

    private static List<Long> distinct(Collection<Long> numbers) {
        return numbers.stream().distinct().toList();
    }

    private static Mailbox mailbox(Row row) {
        return new Mailbox(
                row.getLong(1),
                new Properties(
                        requireNonNull(row.getString(2)),
                        row.getLong(3),
                        Optional.ofNullable(row.getString(4)),
                        (int) row.getLong(5),
                        row.getLong(6) != 0),
                new Counts((int) row.getLong(7), (int) row.getLong(8), (int) row.getLong(9), (int) row.getLong(10)));
    }

    /** Returns the number of emails in a mailbox, or 0 if the mailbox does not exist. */
    public static int emails(Sql sql, long mailbox) {
        return find(sql, List.of(mailbox)).stream()
                .mapToInt(one -> one.counts().emails())
                .sum();
    }

    /** Returns the number of the mailbox with a role. */
    public static Optional<Long> withRole(Sql sql, String role) {
        return sql.first("select n from mailbox where account = :account and role = ?", row -> row.getLong(1), role);
    }

    /** Returns the number of the mailbox with the role {@code trash}, or -1 if there is none. */
    public static long trash(Sql sql) {
        return withRole(sql, "trash").orElse(-1L);
    }

    public static void count(SqlWriter sql, long mailbox, Counts more) {
        sql.update(
                "update mailbox set emails = emails + ?, unread = unread + ?, threads = threads + ?,"
                        + " unread_threads = unread_threads + ? where account = :account and n = ?",
                more.emails(),
                more.unread(),
                more.threads(),
                more.unreadThreads(),
                mailbox);
    }

    public static void insert(SqlWriter sql, long n, Properties core) {
        sql.update(
                "insert into mailbox (account, n, name, parent, role, sort, subscribed) values (:account, ?, ?, ?, ?, ?, ?)",
                n,
                core.name(),
                core.parent(),
                core.role().orElse(null),
                core.sort(),
                core.subscribed() ? 1 : 0);
    }

    public static void update(SqlWriter sql, long n, Properties core) {
        sql.update(
                "update mailbox set name = ?, parent = ?, role = ?, sort = ?, subscribed = ?"
                        + " where account = :account and n = ?",
                core.name(),
                core.parent(),
                core.role().orElse(null),
                core.sort(),
                core.subscribed() ? 1 : 0,
                n);
    }

    public static void delete(SqlWriter sql, long n) {
        sql.update("delete from mailbox where account = :account and n = ?", n);
    }
}
