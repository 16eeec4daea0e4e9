package svc.cap.mail.table;

import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * The table {@code uid_assignment}: the accounts of earlier homes whose emails do not all have UIDs yet. They get UIDs in
 * the order of their numbers.
 */
public final class UidAssignmentRows {

    private UidAssignmentRows() {}

    /** Returns the highest number up to which all emails have UIDs. */
    public static long done(Sql sql) {
        return sql.first("select done from uid_assignment where account = :account", row -> row.getLong(1))
                .orElse(Long.MAX_VALUE);
    }

    /** Returns whether emails of the account have no UIDs yet. */
    public static boolean isPending(Sql sql) {
        return done(sql) != Long.MAX_VALUE;
    }

    public static void set(SqlWriter sql, long done) {
        sql.update("update uid_assignment set done = ? where account = :account", done);
    }

    /** Records that all emails have UIDs. */
    public static void complete(SqlWriter sql) {
        sql.update("delete from uid_assignment where account = :account");
    }
}
