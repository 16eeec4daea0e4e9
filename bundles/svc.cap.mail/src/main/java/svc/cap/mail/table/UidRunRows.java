package svc.cap.mail.table;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code mail_run}: the ranges of the UIDs in each mailbox that have no gap, each as long as possible. */
public final class UidRunRows {

    private UidRunRows() {}

    /**
     * A range of UIDs.
     *
     * @param first the first UID
     * @param last the last UID
     */
    public record Run(long first, long last) {

        private static Run of(Row row) {
            return new Run(row.getLong(1), row.getLong(2));
        }
    }

    /** Returns the ranges of a mailbox, in ascending order. */
    public static List<Run> of(Sql sql, long mailbox) {
        return sql.select(
                "select first, last from mail_run where account = :account and mailbox = ? order by first",
                Run::of,
                mailbox);
    }

    /** Adds UIDs that are higher than all UIDs of the mailbox and have no gap. */
    public static void append(SqlWriter sql, long mailbox, Run added) {
        Optional<Run> before = sql.first(
                "select first, last from mail_run where account = :account and mailbox = ? order by first desc limit 1",
                Run::of,
                mailbox);
        if (before.isPresent() && before.get().last() == added.first() - 1) {
            setLast(sql, mailbox, before.get().first(), added.last());
        } else {
            insert(sql, mailbox, added);
        }
    }

    /** Removes UIDs that are in the ranges of the mailbox. */
    public static void remove(SqlWriter sql, long mailbox, Collection<Long> uids) {
        long first = -1;
        long last = -1;
        for (long uid : new TreeSet<>(uids)) {
            if (uid != last + 1) {
                remove(sql, mailbox, new Run(first, last));
                first = uid;
            }
            last = uid;
        }
        remove(sql, mailbox, new Run(first, last));
    }

    private static void remove(SqlWriter sql, long mailbox, Run removed) {
        if (removed.first() < 0) {
            return;
        }
        Run around = sql.first(
                        "select first, last from mail_run where account = :account and mailbox = ? and first <= ?"
                                + " order by first desc limit 1",
                        Run::of,
                        mailbox,
                        removed.first())
                .filter(run -> run.last() >= removed.last())
                .orElseThrow(() -> new IllegalStateException(
                        "The UIDs " + removed + " are in no range of the mailbox " + mailbox));
        if (around.first() < removed.first()) {
            setLast(sql, mailbox, around.first(), removed.first() - 1);
        } else {
            sql.update(
                    "delete from mail_run where account = :account and mailbox = ? and first = ?",
                    mailbox,
                    around.first());
        }
        if (removed.last() < around.last()) {
            insert(sql, mailbox, new Run(removed.last() + 1, around.last()));
        }
    }

    private static void insert(SqlWriter sql, long mailbox, Run run) {
        sql.update(
                "insert into mail_run (account, mailbox, first, last) values (:account, ?, ?, ?)",
                mailbox,
                run.first(),
                run.last());
    }

    private static void setLast(SqlWriter sql, long mailbox, long first, long last) {
        sql.update(
                "update mail_run set last = ? where account = :account and mailbox = ? and first = ?",
                last,
                mailbox,
                first);
    }
}
