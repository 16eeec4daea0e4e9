package svc.cap.mail.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code mail_uid}: the UIDs of the emails in each mailbox, with those that have the flag {@code \Deleted}. */
public final class UidRows {

    private UidRows() {}

    /**
     * An email in a mailbox.
     *
     * @param mailbox the number of the mailbox
     * @param uid the UID
     * @param n the number of the email
     * @param saved when the email was added to the mailbox, in seconds since 1970
     */
    public record Entry(long mailbox, long uid, long n, long saved) {

        private static Entry of(Row row) {
            return new Entry(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
        }
    }

    public static void insert(SqlWriter sql, List<Entry> entries) {
        sql.insert(
                "insert into mail_uid (account, mailbox, uid, n, saved, deleted) values (:account, ?, ?, ?, ?, 0)",
                entries.stream()
                        .map(entry -> List.<Object>of(entry.mailbox, entry.uid, entry.n, entry.saved))
                        .toList());
    }

    /** Returns the entries of emails in all mailboxes. */
    public static List<Entry> of(Sql sql, Collection<Long> emails) {
        return sql.selectIn(
                "select mailbox, uid, n, saved from mail_uid where account = :account and n in (??)",
                emails,
                Entry::of);
    }

    /** Returns the entries of emails with the flag {@code \Deleted}, by email and mailbox. */
    public static Map<Long, Set<Long>> deleted(Sql sql, Collection<Long> emails) {
        Map<Long, Set<Long>> mailboxes = new HashMap<>();
        sql.selectIn(
                "select n, mailbox from mail_uid where account = :account and n in (??) and deleted = 1",
                emails,
                row -> mailboxes
                        .computeIfAbsent(row.getLong(1), n -> new TreeSet<>())
                        .add(row.getLong(2)));
        return mailboxes;
    }

    /** Returns up to {@code max} entries of a mailbox with the flag {@code \Deleted}, in the order of their UIDs. */
    public static List<Entry> deletedIn(Sql sql, long mailbox, long after, int max) {
        return sql.select(
                "select mailbox, uid, n, saved from mail_uid where account = :account and mailbox = ? and deleted = 1"
                        + " and uid > ? order by uid limit ?",
                Entry::of,
                mailbox,
                after,
                max);
    }

    /** Returns the entries of a mailbox with these UIDs. */
    public static List<Entry> find(Sql sql, long mailbox, Collection<Long> uids) {
        return sql.selectIn(
                "select mailbox, uid, n, saved from mail_uid where account = :account and mailbox = ? and uid in (??)",
                uids,
                Entry::of,
                mailbox);
    }

    /** Sets or removes the flag {@code \Deleted} of emails in a mailbox. */
    public static void setDeleted(SqlWriter sql, long mailbox, Collection<Long> emails, boolean deleted) {
        sql.updateIn(
                "update mail_uid set deleted = ? where account = :account and n in (??) and mailbox = ?",
                emails,
                deleted ? 1 : 0,
                mailbox);
    }

    /** Gives the entries of an email to another number of the same email. */
    public static void renumber(SqlWriter sql, long old, long n) {
        sql.update("update mail_uid set n = ? where account = :account and n = ?", n, old);
    }

    /** Removes emails from a mailbox. Returns their UIDs. */
    public static List<Long> remove(SqlWriter sql, long mailbox, Collection<Long> emails) {
        return sql.selectIn(
                "delete from mail_uid where account = :account and n in (??) and mailbox = ? returning uid",
                emails,
                row -> row.getLong(1),
                mailbox);
    }

    /** Removes emails from all mailboxes. Returns their UIDs by mailbox. */
    public static Map<Long, List<Long>> remove(SqlWriter sql, Collection<Long> emails) {
        Map<Long, List<Long>> uids = new HashMap<>();
        sql.selectIn(
                "delete from mail_uid where account = :account and n in (??) returning mailbox, uid",
                emails,
                row -> uids.computeIfAbsent(row.getLong(1), mailbox -> new ArrayList<>())
                        .add(row.getLong(2)));
        return uids;
    }

    /** Returns the next UIDs of mailboxes. */
    public static Map<Long, Long> next(Sql sql, Collection<Long> mailboxes) {
        Map<Long, Long> next = new HashMap<>();
        sql.selectIn(
                "select n, uid_next from mailbox where account = :account and n in (??)",
                mailboxes,
                row -> next.put(row.getLong(1), row.getLong(2)));
        return next;
    }

    public static void setNext(SqlWriter sql, long mailbox, long next) {
        sql.update("update mailbox set uid_next = ? where account = :account and n = ?", next, mailbox);
    }
}
