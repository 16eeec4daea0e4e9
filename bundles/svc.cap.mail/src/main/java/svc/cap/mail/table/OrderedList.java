package svc.cap.mail;

import java.util.List;
import svc.api.store.Sql;

/** The lists that are in order already: of messages or of threads, of a mailbox or of the whole account. */
enum MailList {
    /** The messages of a mailbox. */
    EMAILS("in_mailbox where account = :account and mailbox = ?", "n"),
    /** All messages. */
    ALL_EMAILS("email where account = :account and ? = 0", "n"),
    /** The threads of a mailbox, each by the newest of its messages there. */
    THREADS("thread_in_mailbox where account = :account and mailbox = ?", "newest"),
    /** All threads, each by its newest message. */
    ALL_THREADS("thread where account = :account and ? = 0", "newest");

    private final String falling;
    private final String rising;
    private final String between;

    MailList(String from, String n) {
        String select = "select received, " + n + " from " + from;
        String key = "(received, " + n + ")";
        this.falling = select + " and " + key + " < (?, ?) order by received desc, " + n + " desc limit ? offset ?";
        this.rising = select + " and " + key + " >= (?, ?) order by received, " + n + " limit ? offset ?";
        this.between = "select count(*) from " + from + " and " + key + " > (?, ?) and " + key + " < (?, ?)";
    }

    /** The list with this number in {@link ListMoves}. */
    static MailList of(long list) {
        boolean all = list / 2 == ListMoves.ACCOUNT;
        if (list % 2 == 0) {
            return all ? ALL_EMAILS : EMAILS;
        }
        return all ? ALL_THREADS : THREADS;
    }

    /** The entries before a key, the last first. */
    List<Key> falling(Sql sql, long mailbox, Key before, int limit, int offset) {
        return page(sql, falling, mailbox, before, limit, offset);
    }

    /** The entries from a key on, the first first. */
    List<Key> rising(Sql sql, long mailbox, Key from, int limit, int offset) {
        return page(sql, rising, mailbox, from, limit, offset);
    }

    private static List<Key> page(Sql sql, String text, long mailbox, Key bound, int limit, int offset) {
        return sql.select(
                text,
                row -> new Key(row.number(1), row.number(2)),
                mailbox,
                bound.received(),
                bound.n(),
                limit,
                offset);
    }

    /** How many entries are after one key and before another. */
    int between(Sql sql, long mailbox, Key after, Key before) {
        return sql.select(
                        between,
                        row -> (int) row.number(1),
                        mailbox,
                        after.received(),
                        after.n(),
                        before.received(),
                        before.n())
                .get(0);
    }
}
