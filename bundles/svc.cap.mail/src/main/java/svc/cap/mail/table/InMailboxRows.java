package svc.cap.mail.table;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code in_mailbox}: which emails are in which mailbox, in the order of their {@link ReceivedKey}. */
public final class InMailboxRows {

    private InMailboxRows() {}

    /**
     * An email in a mailbox.
     *
     * @param mailbox the number of the mailbox
     * @param key the sort key of the email
     * @param thread the number of its thread
     */
    public record Entry(long mailbox, ReceivedKey key, long thread) {}

    /** Returns the mailboxes of emails, by email. */
    public static Map<Long, Set<Long>> of(Sql sql, Collection<Long> emails) {
        Map<Long, Set<Long>> mailboxes = new HashMap<>();
        sql.selectIn(
                "select n, mailbox from in_mailbox where account = :account and n in (??)",
                emails,
                row -> mailboxes
                        .computeIfAbsent(row.getLong(1), n -> new HashSet<>())
                        .add(row.getLong(2)));
        return mailboxes;
    }

    /** Returns those of the emails that are in a mailbox. */
    public static Set<Long> containedIn(Sql sql, long mailbox, Collection<Long> emails) {
        return new HashSet<>(sql.selectIn(
                "select n from in_mailbox where account = :account and n in (??) and mailbox = ?",
                emails,
                row -> row.getLong(1),
                mailbox));
    }

    /** Returns up to {@code max} emails of a mailbox, oldest first. */
    public static List<Long> first(Sql sql, long mailbox, int max) {
        return sql.select(
                "select n from in_mailbox where account = :account and mailbox = ? order by received, n limit ?",
                row -> row.getLong(1),
                mailbox,
                max);
    }

    /** Returns up to {@code max} emails of a mailbox after a key, oldest first. */
    public static List<ReceivedKey> after(Sql sql, long mailbox, ReceivedKey after, int max) {
        return sql.select(
                "select received, n from in_mailbox where account = :account and mailbox = ? and (received, n) > (?, ?)"
                        + " order by received, n limit ?",
                row -> new ReceivedKey(row.getLong(1), row.getLong(2)),
                mailbox,
                after.received(),
                after.n(),
                max);
    }

    public static void insert(SqlWriter sql, List<Entry> entries) {
        sql.insert(
                "insert into in_mailbox (account, mailbox, received, n, thread) values (:account, ?, ?, ?, ?)",
                entries.stream()
                        .map(entry -> List.<Object>of(entry.mailbox, entry.key.received(), entry.key.n(), entry.thread))
                        .toList());
    }

    /** Removes emails from mailboxes. */
    public static void delete(SqlWriter sql, Map<Long, ? extends Collection<Long>> ofMailbox) {
        ofMailbox.forEach((mailbox, numbers) -> sql.updateIn(
                "delete from in_mailbox where account = :account and n in (??) and mailbox = ?", numbers, mailbox));
    }
}
