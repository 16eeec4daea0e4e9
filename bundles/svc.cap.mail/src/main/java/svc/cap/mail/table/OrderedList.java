package svc.cap.mail.table;

import java.util.List;
import svc.api.store.Sql;

/** The ordered lists in the tables: emails or threads, of a mailbox or of the whole account. */
public enum OrderedList {
    /** The emails of a mailbox. */
    EMAILS("in_mailbox where account = :account and mailbox = ?", "n"),
    /** All emails of the account. */
    ALL_EMAILS("email where account = :account and ? = 0", "n"),
    /** The threads of a mailbox, each by its newest email in that mailbox. */
    THREADS("thread_in_mailbox where account = :account and mailbox = ?", "newest"),
    /** All threads of the account, each by its newest email. */
    ALL_THREADS("thread where account = :account and ? = 0", "newest");

    private final String descendingSql;
    private final String ascendingSql;
    private final String between;

    OrderedList(String from, String n) {
        String select = "select received, " + n + " from " + from;
        String key = "(received, " + n + ")";
        this.descendingSql =
                select + " and " + key + " < (?, ?) order by received desc, " + n + " desc limit ? offset ?";
        this.ascendingSql = select + " and " + key + " >= (?, ?) order by received, " + n + " limit ? offset ?";
        this.between = "select count(*) from " + from + " and " + key + " > (?, ?) and " + key + " < (?, ?)";
    }

    /** Returns the kind of the list with this number (see {@link ListDeltas}). */
    public static OrderedList of(long list) {
        boolean all = list / 2 == ListDeltas.ACCOUNT;
        if (list % 2 == 0) {
            return all ? ALL_EMAILS : EMAILS;
        }
        return all ? ALL_THREADS : THREADS;
    }

    /** Returns the entries before a key, in descending order. */
    public List<ReceivedKey> descending(Sql sql, long mailbox, ReceivedKey before, int limit, int offset) {
        return page(sql, descendingSql, mailbox, before, limit, offset);
    }

    /** Returns the entries from a key on, in ascending order. */
    public List<ReceivedKey> ascending(Sql sql, long mailbox, ReceivedKey from, int limit, int offset) {
        return page(sql, ascendingSql, mailbox, from, limit, offset);
    }

    private static List<ReceivedKey> page(
            Sql sql, String text, long mailbox, ReceivedKey bound, int limit, int offset) {
        return sql.select(
                text,
                row -> new ReceivedKey(row.getLong(1), row.getLong(2)),
                mailbox,
                bound.received(),
                bound.n(),
                limit,
                offset);
    }

    /** Returns how many entries follow one key and precede another. */
    int countBetween(Sql sql, long mailbox, ReceivedKey after, ReceivedKey before) {
        return (int) sql.number(between, mailbox, after.received(), after.n(), before.received(), before.n());
    }
}
