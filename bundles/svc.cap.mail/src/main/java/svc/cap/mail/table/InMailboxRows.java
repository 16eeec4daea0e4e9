package svc.cap.mail;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code in_mailbox}: the messages of a mailbox in their order, and the mailboxes of a message. */
final class InMailboxRows {

    private InMailboxRows() {}

    /**
     * A message in a mailbox.
     *
     * @param mailbox the mailbox
     * @param key the message
     * @param thread its thread
     */
    record Entry(long mailbox, Key key, long thread) {}

    /** Where messages are, by message. */
    static Map<Long, Set<Long>> of(Sql sql, Collection<Long> emails) {
        Map<Long, Set<Long>> mailboxes = new HashMap<>();
        sql.selectAmong(
                "select n, mailbox from in_mailbox where account = :account and n in (??)",
                emails,
                row -> mailboxes
                        .computeIfAbsent(row.number(1), n -> new HashSet<>())
                        .add(row.number(2)));
        return mailboxes;
    }

    /** Those of some messages that are in a mailbox. */
    static Set<Long> in(Sql sql, long mailbox, Collection<Long> emails) {
        return new HashSet<>(sql.selectAmong(
                "select n from in_mailbox where account = :account and n in (??) and mailbox = ?",
                emails,
                row -> row.number(1),
                mailbox));
    }

    /** The oldest messages of a mailbox, at most so many. */
    static List<Long> some(Sql sql, long mailbox, int most) {
        return sql.select(
                "select n from in_mailbox where account = :account and mailbox = ? order by received, n limit ?",
                row -> row.number(1),
                mailbox,
                most);
    }

    /** The messages of a mailbox behind one, oldest first, at most so many. */
    static List<Key> after(Sql sql, long mailbox, Key after, int most) {
        return sql.select(
                "select received, n from in_mailbox where account = :account and mailbox = ? and (received, n) > (?, ?)"
                        + " order by received, n limit ?",
                row -> new Key(row.number(1), row.number(2)),
                mailbox,
                after.received(),
                after.n(),
                most);
    }

    static void insert(SqlWriter sql, List<Entry> entries) {
        sql.insert(
                "insert into in_mailbox (account, mailbox, received, n, thread) values (:account, ?, ?, ?, ?)",
                entries.stream()
                        .map(entry -> List.<Object>of(entry.mailbox, entry.key.received(), entry.key.n(), entry.thread))
                        .toList());
    }

    /** Takes messages out of mailboxes. */
    static void delete(SqlWriter sql, Map<Long, ? extends Collection<Long>> ofMailbox) {
        ofMailbox.forEach((mailbox, numbers) -> sql.changeAmong(
                "delete from in_mailbox where account = :account and n in (??) and mailbox = ?", numbers, mailbox));
    }
}
