package svc.jobs;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.job.JobStatus;
import svc.api.job.JobStatus.State;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * SQL statements for the table {@code job}: jobs of the system (account 0), jobs of accounts, and tasks between accounts,
 * which have a source. A cancelled job is a failed one that is marked as cancelled.
 */
final class JobRows {

    /** The first letter of a job's id. */
    static final char LETTER = 'j';

    private static final String ALL = "SELECT n, kind, subject, state, progress, error, attempts, created_at,"
            + " started_at, ended_at, account, cancelled FROM job";

    /** The system sees all jobs; an account sees its own jobs, and not the tasks of others. */
    private static final String VISIBLE = " n = ? AND (:account = 0 OR (account = :account AND source IS NULL))";

    private static final List<Long> NONE = List.of(-1L);

    private JobRows() {}

    /**
     * A job that is to run.
     *
     * @param account the number of the account in which it runs; 0 for the system
     * @param source the number of the account that left a task; 0 for a job
     * @param body the body of a task; null for a job
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Waiting(
            long n,
            String kind,
            String subject,
            long account,
            long source,
            byte @Nullable [] body,
            int attempts,
            Instant createdAt,
            Instant notBefore) {

        String id() {
            return ObjectId.format(LETTER, n);
        }
    }

    /** Adds a job of the scope. */
    static long insert(SqlWriter sql, String kind, String subject, Instant now) {
        return sql.number(
                "INSERT INTO job (account, kind, subject, state, not_before, created_at)"
                        + " VALUES (:account, ?, ?, 'queued', ?, ?) RETURNING n",
                kind,
                subject,
                now.toEpochMilli(),
                now.toEpochMilli());
    }

    /** Adds a task that the account of the scope leaves for another account. */
    static void insertTask(SqlWriter sql, String kind, long target, byte[] body, Instant now) {
        sql.update(
                "INSERT INTO job (account, source, kind, subject, body, state, not_before, created_at)"
                        + " VALUES (?, :account, ?, '', ?, 'queued', ?, ?)",
                target,
                kind,
                body,
                now.toEpochMilli(),
                now.toEpochMilli());
    }

    static Optional<JobStatus> find(Sql sql, long n) {
        return sql.first(ALL + " WHERE" + VISIBLE, JobRows::read, n);
    }

    static List<JobStatus> after(Sql sql, long n, int max) {
        return sql.select(ALL + " WHERE n > ? ORDER BY n LIMIT ?", JobRows::read, n, max);
    }

    static long count(Sql sql) {
        return sql.number("SELECT count(*) FROM job");
    }

    /** Returns the jobs of a kind that are due, in their order, without those of the busy accounts. */
    static List<Waiting> due(Sql sql, String kind, Instant now, Collection<Long> busy, int max) {
        return sql.selectIn(
                "SELECT n, kind, subject, account, source, body, attempts, created_at, not_before FROM job"
                        + " WHERE kind = ? AND state = 'queued' AND not_before <= ? AND account NOT IN (??)"
                        + " ORDER BY not_before, n LIMIT ?",
                busy.isEmpty() ? NONE : busy,
                row -> new Waiting(
                        row.getLong(1),
                        requireNonNull(row.getString(2)),
                        requireNonNull(row.getString(3)),
                        row.getLong(4),
                        row.getLong(5),
                        row.getBytes(6),
                        (int) row.getLong(7),
                        Instant.ofEpochMilli(row.getLong(8)),
                        Instant.ofEpochMilli(row.getLong(9))),
                kind,
                now.toEpochMilli(),
                max);
    }

    /** Returns when the next job of a kind is due that is not due yet. */
    static Optional<Instant> next(Sql sql, String kind, Instant now) {
        return sql.first(
                "SELECT not_before FROM job WHERE kind = ? AND state = 'queued' AND not_before > ?"
                        + " ORDER BY not_before LIMIT 1",
                row -> Instant.ofEpochMilli(row.getLong(1)),
                kind,
                now.toEpochMilli());
    }

    /** The number of jobs of a kind in a state, and the earliest time at which one of them is due. */
    record Counted(String kind, State state, long count, Instant due) {}

    /** Returns the numbers of the jobs that are not done. */
    static List<Counted> open(Sql sql) {
        return sql.select(
                "SELECT kind, state, count(*), min(not_before) FROM job WHERE state <> 'done' AND cancelled = 0"
                        + " GROUP BY kind, state ORDER BY kind, state",
                row -> new Counted(
                        requireNonNull(row.getString(1)),
                        state(row, 2),
                        row.getLong(3),
                        Instant.ofEpochMilli(row.getLong(4))));
    }

    /**
     * Queues the jobs that are marked as running and do not run, as after a crash; those that were cancelled have ended.
     *
     * @param running the jobs that run
     */
    static void recover(SqlWriter sql, Collection<Long> running, Instant now) {
        sql.updateIn(
                "UPDATE job SET state = CASE WHEN cancelled = 1 THEN 'failed' ELSE 'queued' END,"
                        + " ended_at = CASE WHEN cancelled = 1 THEN ? ELSE ended_at END"
                        + " WHERE state = 'running' AND n NOT IN (??)",
                running.isEmpty() ? NONE : running,
                now.toEpochMilli());
    }

    /** Marks a job as running; false if it is cancelled or does not exist any more. */
    static boolean start(SqlWriter sql, long n, Instant now) {
        return sql.update(
                        "UPDATE job SET state = 'running', attempts = attempts + 1, error = NULL,"
                                + " started_at = coalesce(started_at, ?) WHERE n = ? AND state = 'queued'",
                        now.toEpochMilli(),
                        n)
                == 1;
    }

    static void progress(SqlWriter sql, long n, String progress) {
        sql.update("UPDATE job SET progress = ? WHERE n = ?", progress, n);
    }

    /** Removes a task of the account of the scope, which takes effect in this transaction; false if it is cancelled. */
    static boolean take(SqlWriter sql, long n) {
        return sql.update("DELETE FROM job WHERE account = :account AND n = ? AND cancelled = 0", n) == 1;
    }

    static void end(SqlWriter sql, long n, State state, @Nullable String error, Instant now) {
        sql.update(
                "UPDATE job SET state = CASE WHEN cancelled = 1 THEN 'failed' ELSE ? END, error = ?, ended_at = ?"
                        + " WHERE n = ?",
                state.word(),
                error,
                now.toEpochMilli(),
                n);
    }

    /** Queues a running job again, to run at {@code notBefore} or later, unless it is cancelled. */
    static void retryLater(SqlWriter sql, long n, String error, Instant notBefore) {
        sql.update(
                "UPDATE job SET state = CASE WHEN cancelled = 1 THEN 'failed' ELSE 'queued' END, error = ?,"
                        + " not_before = ? WHERE n = ?",
                error,
                notBefore.toEpochMilli(),
                n);
    }

    /** Queues a job that has ended again, and resets its attempts. */
    static void restart(SqlWriter sql, long n, Instant now) {
        sql.update(
                "UPDATE job SET state = 'queued', error = NULL, attempts = 0, cancelled = 0, not_before = ?,"
                        + " ended_at = NULL WHERE n = ?",
                now.toEpochMilli(),
                n);
    }

    /** Cancels a job that the scope sees; false if there is none, or it is done or cancelled. */
    static boolean cancel(SqlWriter sql, long n, Instant now) {
        return sql.update(
                        "UPDATE job SET cancelled = 1, state = CASE WHEN state = 'running' THEN state ELSE 'failed' END,"
                                + " ended_at = CASE WHEN state = 'running' THEN ended_at ELSE ? END"
                                + " WHERE state <> 'done' AND cancelled = 0 AND" + VISIBLE,
                        now.toEpochMilli(),
                        n)
                == 1;
    }

    /** Deletes the jobs that were done or cancelled before a time. */
    static void purge(SqlWriter sql, Instant before) {
        sql.update("DELETE FROM job WHERE (state = 'done' OR cancelled = 1) AND ended_at < ?", before.toEpochMilli());
    }

    private static JobStatus read(Row row) {
        long account = row.getLong(11);
        State state = state(row, 4);
        return new JobStatus(
                ObjectId.format(LETTER, row.getLong(1)),
                requireNonNull(row.getString(2)),
                requireNonNull(row.getString(3)),
                account == 0 ? Optional.empty() : Optional.of(ObjectId.format(Account.LETTER, account)),
                state == State.FAILED && row.getLong(12) == 1 ? State.CANCELLED : state,
                Optional.ofNullable(row.getString(5)),
                Optional.ofNullable(row.getString(6)),
                (int) row.getLong(7),
                Instant.ofEpochMilli(row.getLong(8)),
                time(row, 9),
                time(row, 10));
    }

    private static State state(Row row, int column) {
        return State.valueOf(requireNonNull(row.getString(column)).toUpperCase(Locale.ROOT));
    }

    private static Optional<Instant> time(Row row, int column) {
        return row.isNull(column) ? Optional.empty() : Optional.of(Instant.ofEpochMilli(row.getLong(column)));
    }
}
