package svc.jobs;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.job.JobStatus;
import svc.api.job.JobStatus.State;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** SQL statements for the table of jobs. */
final class JobRows {

    /** The first letter of a job's id. */
    static final char LETTER = 'j';

    private static final String ALL = "SELECT n, kind, subject, state, progress, error, attempts, created_at,"
            + " started_at, ended_at, not_before FROM job";

    private JobRows() {}

    /** A job that is queued or was interrupted. */
    record Waiting(long n, JobStatus status, Instant notBefore) {}

    static long insert(SqlWriter sql, String kind, String subject, Instant now) {
        return sql.number(
                "INSERT INTO job (kind, subject, state, not_before, created_at) VALUES (?, ?, 'queued', ?, ?) RETURNING n",
                kind,
                subject,
                now.toEpochMilli(),
                now.toEpochMilli());
    }

    static Optional<JobStatus> find(Sql sql, long n) {
        return sql.first(ALL + " WHERE n = ?", JobRows::read, n);
    }

    static List<JobStatus> after(Sql sql, long n, int max) {
        return sql.select(ALL + " WHERE n > ? ORDER BY n LIMIT ?", JobRows::read, n, max);
    }

    static long count(Sql sql) {
        return sql.number("SELECT count(*) FROM job");
    }

    /** Returns the job to run next; a job that was running when the server ended is included. */
    static Optional<Waiting> next(Sql sql) {
        return sql.first(
                ALL + " WHERE state IN ('queued', 'running') ORDER BY not_before, n LIMIT 1",
                row -> new Waiting(row.getLong(1), read(row), Instant.ofEpochMilli(row.getLong(11))));
    }

    static void start(SqlWriter sql, long n, Instant now) {
        sql.update(
                "UPDATE job SET state = 'running', attempts = attempts + 1, error = NULL,"
                        + " started_at = coalesce(started_at, ?) WHERE n = ?",
                now.toEpochMilli(),
                n);
    }

    static void progress(SqlWriter sql, long n, String progress) {
        sql.update("UPDATE job SET progress = ? WHERE n = ?", progress, n);
    }

    static void end(SqlWriter sql, long n, State state, @Nullable String error, Instant now) {
        sql.update(
                "UPDATE job SET state = ?, error = ?, ended_at = ? WHERE n = ?",
                state.word(),
                error,
                now.toEpochMilli(),
                n);
    }

    /** Queues a job again, to run at {@code notBefore} or later. */
    static void retryLater(SqlWriter sql, long n, @Nullable String error, Instant notBefore) {
        sql.update(
                "UPDATE job SET state = 'queued', error = ?, not_before = ?, ended_at = NULL WHERE n = ?",
                error,
                notBefore.toEpochMilli(),
                n);
    }

    /** Queues a job again and resets its attempts. */
    static void restart(SqlWriter sql, long n, Instant now) {
        retryLater(sql, n, null, now);
        sql.update("UPDATE job SET attempts = 0 WHERE n = ?", n);
    }

    /** Deletes the jobs that were done before a time. */
    static void purge(SqlWriter sql, Instant before) {
        sql.update("DELETE FROM job WHERE state = 'done' AND ended_at < ?", before.toEpochMilli());
    }

    private static JobStatus read(Row row) {
        return new JobStatus(
                ObjectId.format(LETTER, row.getLong(1)),
                requireNonNull(row.getString(2)),
                requireNonNull(row.getString(3)),
                State.valueOf(requireNonNull(row.getString(4)).toUpperCase(Locale.ROOT)),
                Optional.ofNullable(row.getString(5)),
                Optional.ofNullable(row.getString(6)),
                (int) row.getLong(7),
                Instant.ofEpochMilli(row.getLong(8)),
                time(row, 9),
                time(row, 10));
    }

    private static Optional<Instant> time(Row row, int column) {
        return row.isNull(column) ? Optional.empty() : Optional.of(Instant.ofEpochMilli(row.getLong(column)));
    }
}
