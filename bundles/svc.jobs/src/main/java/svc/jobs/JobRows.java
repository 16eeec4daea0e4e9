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

/** The rows of jobs. */
final class JobRows {

    /** The letter of a job's id. */
    static final char LETTER = 'j';

    private static final String ALL = "SELECT n, kind, subject, state, progress, error, attempts, created_at,"
            + " started_at, ended_at, not_before FROM job";

    private JobRows() {}

    /** A job that waits. */
    record Waiting(long n, JobStatus status, Instant notBefore) {}

    static long insert(SqlWriter sql, String kind, String subject, Instant now) {
        sql.change(
                "INSERT INTO job (kind, subject, state, not_before, created_at) VALUES (?, ?, 'queued', ?, ?)",
                kind,
                subject,
                now.toEpochMilli(),
                now.toEpochMilli());
        return sql.select("SELECT max(n) FROM job", row -> row.number(1)).get(0);
    }

    static Optional<JobStatus> find(Sql sql, long n) {
        return sql.select(ALL + " WHERE n = ?", JobRows::read, n).stream().findFirst();
    }

    static List<JobStatus> after(Sql sql, long n, int most) {
        return sql.select(ALL + " WHERE n > ? ORDER BY n LIMIT ?", JobRows::read, n, most);
    }

    static long count(Sql sql) {
        return sql.select("SELECT count(*) FROM job", row -> row.number(1)).get(0);
    }

    /** The one whose turn is next; one that ran when the server ended is among them. */
    static Optional<Waiting> next(Sql sql) {
        return sql
                .select(
                        ALL + " WHERE state IN ('queued', 'running') ORDER BY not_before, n LIMIT 1",
                        row -> new Waiting(row.number(1), read(row), Instant.ofEpochMilli(row.number(11))))
                .stream()
                .findFirst();
    }

    static void begin(SqlWriter sql, long n, Instant now) {
        sql.change(
                "UPDATE job SET state = 'running', attempts = attempts + 1, error = NULL,"
                        + " started_at = coalesce(started_at, ?) WHERE n = ?",
                now.toEpochMilli(),
                n);
    }

    static void progress(SqlWriter sql, long n, String progress) {
        sql.change("UPDATE job SET progress = ? WHERE n = ?", progress, n);
    }

    static void end(SqlWriter sql, long n, State state, @Nullable String error, Instant now) {
        sql.change(
                "UPDATE job SET state = ?, error = ?, ended_at = ? WHERE n = ?",
                state.word(),
                error,
                now.toEpochMilli(),
                n);
    }

    /** It is tried again, not before a time. */
    static void again(SqlWriter sql, long n, @Nullable String error, Instant notBefore) {
        sql.change(
                "UPDATE job SET state = 'queued', error = ?, not_before = ?, ended_at = NULL WHERE n = ?",
                error,
                notBefore.toEpochMilli(),
                n);
    }

    /** As if it had never been tried. */
    static void fresh(SqlWriter sql, long n, Instant now) {
        again(sql, n, null, now);
        sql.change("UPDATE job SET attempts = 0 WHERE n = ?", n);
    }

    /** Forgets those that were done before a time. */
    static void forget(SqlWriter sql, Instant before) {
        sql.change("DELETE FROM job WHERE state = 'done' AND ended_at < ?", before.toEpochMilli());
    }

    private static JobStatus read(Row row) {
        return new JobStatus(
                ObjectId.text(LETTER, row.number(1)),
                requireNonNull(row.text(2)),
                requireNonNull(row.text(3)),
                State.valueOf(requireNonNull(row.text(4)).toUpperCase(Locale.ROOT)),
                Optional.ofNullable(row.text(5)),
                Optional.ofNullable(row.text(6)),
                (int) row.number(7),
                Instant.ofEpochMilli(row.number(8)),
                time(row, 9),
                time(row, 10));
    }

    private static Optional<Instant> time(Row row, int column) {
        return row.empty(column) ? Optional.empty() : Optional.of(Instant.ofEpochMilli(row.number(column)));
    }
}
