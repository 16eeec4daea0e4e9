package svc.cap.mail.mailbox;

import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * A row of the table {@code trash_move}: the mailbox that unread thread counts treat as the trash (RFC 8621 §2). After
 * the role {@code trash} moves to another mailbox, threads are recounted in the order of their numbers. The counts of a
 * thread refer to the old trash until the thread is recounted.
 *
 * @param trash the number of the current trash; -1 if there is none
 * @param old the number of the trash to which the counts of threads after {@code done} refer; -1 if there was none
 * @param done the number of the last recounted thread; {@link Long#MAX_VALUE} if no recount is in progress
 */
public record CountedTrash(long trash, long old, long done) {

    /** The value for an account without a trash. */
    public static final CountedTrash NONE = new CountedTrash(-1, -1, Long.MAX_VALUE);

    /** Reads the state of an account. The table has a row only while threads are being recounted. */
    public static CountedTrash read(Sql sql) {
        return sql.first(
                        "select old_trash, new_trash, done from trash_move where account = :account",
                        row -> new CountedTrash(row.getLong(2), row.getLong(1), row.getLong(3)))
                .orElseGet(() -> {
                    long trash = MailboxRows.trash(sql);
                    return new CountedTrash(trash, trash, Long.MAX_VALUE);
                });
    }

    /** Returns whether threads are left to be recounted. */
    public boolean inProgress() {
        return done < Long.MAX_VALUE;
    }

    /** Returns the trash to which the counts of a thread refer. */
    public long of(long thread) {
        return thread > done ? old : trash;
    }

    /** Records the start of a recount. */
    public static void begin(SqlWriter sql, long before, long after) {
        sql.update(
                "insert into trash_move (account, old_trash, new_trash, done) values (:account, ?, ?, 0)",
                before,
                after);
    }

    /** Records the last recounted thread. */
    public static void saveProgress(SqlWriter sql, long thread) {
        sql.update("update trash_move set done = ? where account = :account", thread);
    }

    /** Records the end of the recount. */
    public static void end(SqlWriter sql) {
        sql.update("delete from trash_move where account = :account");
    }
}
