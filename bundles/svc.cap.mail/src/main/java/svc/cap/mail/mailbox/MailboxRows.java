package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.mail.CountMoves.Counts;
import svc.cap.mail.Mailbox.Core;

/** The table {@code mailbox}. */
final class MailboxRows {

    private static final String SELECT = "select n, name, parent, role, sort, subscribed, emails, unread, threads,"
            + " unread_threads from mailbox where account = :account";

    private MailboxRows() {}

    /** All mailboxes of the account in the order of their numbers, at most so many. */
    static List<Mailbox> all(Sql sql, int most) {
        return sql.select(SELECT + " order by n limit ?", MailboxRows::mailbox, most);
    }

    /** The numbers of mailboxes in their order, at most so many. */
    static List<Long> numbers(Sql sql, int most) {
        return sql.select(
                "select n from mailbox where account = :account order by n limit ?", row -> row.number(1), most);
    }

    /** Those that exist. */
    static List<Mailbox> among(Sql sql, Collection<Long> numbers) {
        return sql.selectAmong(SELECT + " and n in (??)", MailboxRows.distinct(numbers), MailboxRows::mailbox);
    }

    private static List<Long> distinct(Collection<Long> numbers) {
        return numbers.stream().distinct().toList();
    }

    private static Mailbox mailbox(Row row) {
        return new Mailbox(
                row.number(1),
                new Core(
                        requireNonNull(row.text(2)),
                        row.number(3),
                        Optional.ofNullable(row.text(4)),
                        (int) row.number(5),
                        row.number(6) != 0),
                new Counts((int) row.number(7), (int) row.number(8), (int) row.number(9), (int) row.number(10)));
    }

    /** How many there are. */
    static int count(Sql sql) {
        return sql.select("select count(*) from mailbox where account = :account", row -> (int) row.number(1))
                .get(0);
    }

    /** How many messages are in a mailbox; none in one that is not there. */
    static int emails(Sql sql, long mailbox) {
        return among(sql, List.of(mailbox)).stream()
                .mapToInt(one -> one.counts().emails())
                .sum();
    }

    /** The mailbox with a role. */
    static Optional<Long> withRole(Sql sql, String role) {
        return sql
                .select("select n from mailbox where account = :account and role = ?", row -> row.number(1), role)
                .stream()
                .findFirst();
    }

    /** The trash; a number that no mailbox has when there is none. */
    static long trash(Sql sql) {
        return withRole(sql, "trash").orElse(-1L);
    }

    static void count(SqlWriter sql, long mailbox, Counts more) {
        sql.change(
                "update mailbox set emails = emails + ?, unread = unread + ?, threads = threads + ?,"
                        + " unread_threads = unread_threads + ? where account = :account and n = ?",
                more.emails(),
                more.unread(),
                more.threads(),
                more.unreadThreads(),
                mailbox);
    }

    static void insert(SqlWriter sql, long n, Core core) {
        sql.change(
                "insert into mailbox (account, n, name, parent, role, sort, subscribed) values (:account, ?, ?, ?, ?, ?, ?)",
                n,
                core.name(),
                core.parent(),
                core.role().orElse(null),
                core.sort(),
                core.subscribed() ? 1 : 0);
    }

    static void update(SqlWriter sql, long n, Core core) {
        sql.change(
                "update mailbox set name = ?, parent = ?, role = ?, sort = ?, subscribed = ?"
                        + " where account = :account and n = ?",
                core.name(),
                core.parent(),
                core.role().orElse(null),
                core.sort(),
                core.subscribed() ? 1 : 0,
                n);
    }

    static void delete(SqlWriter sql, long n) {
        sql.change("delete from mailbox where account = :account and n = ?", n);
    }
}
