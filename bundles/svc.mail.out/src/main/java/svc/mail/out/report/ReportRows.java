package svc.mail.out.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.mail.out.report.TlsResult.Detail;
import svc.mail.out.report.TlsResults.Counted;

/** The tables of results and reports. */
final class ReportRows {

    /** The maximum number of different results in a report. */
    static final int MOST_RESULTS = 1_000;

    private static final int DAYS_KEPT = 3;
    private static final int PORTION = 500;
    private static final long DAY_SECONDS = Duration.ofDays(1).toSeconds();

    private ReportRows() {}

    /** A report that is due. */
    record Report(long day, String domain, int attempts) {}

    /** The number of sessions with a result. */
    record Sessions(TlsResult result, long count) {}

    static void add(SqlWriter sql, Counted counted, long sessions) {
        TlsResult result = counted.result();
        Detail detail = result.detail();
        sql.update(
                "INSERT INTO tls_result (day, domain, id, policy, records, patterns, failure, host, address, sender,"
                        + " reason, sessions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (day, domain, id) DO UPDATE SET sessions = tls_result.sessions + excluded.sessions",
                counted.day(),
                result.domain(),
                id(result),
                result.policy(),
                String.join("\n", result.records()),
                String.join("\n", result.patterns()),
                result.failure(),
                detail.host(),
                detail.address(),
                detail.sender(),
                detail.reason(),
                sessions);
    }

    private static String id(TlsResult result) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(result.toString().getBytes(UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Deletes old rows. */
    static void purge(SqlWriter sql, long today) {
        sql.update("DELETE FROM tls_result WHERE day < ?", today - DAYS_KEPT);
        sql.update("DELETE FROM tls_report WHERE day < ?", today - DAYS_KEPT);
    }

    /**
     * Plans the reports about yesterday at random times of today, and those about earlier days now. Returns whether
     * there may be more.
     */
    static boolean plan(SqlWriter sql, long today, Instant now, RandomGenerator random) {
        long left = Math.max(1, (today + 1) * DAY_SECONDS - now.getEpochSecond());
        List<Report> unplanned = sql.select(
                "SELECT DISTINCT day, domain FROM tls_result WHERE day < ? AND NOT EXISTS (SELECT 1 FROM tls_report"
                        + " WHERE tls_report.day = tls_result.day AND tls_report.domain = tls_result.domain) LIMIT ?",
                row -> new Report(row.getLong(1), text(row, 2), 0),
                today,
                PORTION);
        for (Report report : unplanned) {
            sql.update(
                    "INSERT INTO tls_report (day, domain, due, attempts) VALUES (?, ?, ?, 0)"
                            + " ON CONFLICT (day, domain) DO NOTHING",
                    report.day(),
                    report.domain(),
                    now.getEpochSecond() + (report.day() == today - 1 ? random.nextLong(left) : 0));
        }
        return unplanned.size() == PORTION;
    }

    static List<Report> due(Sql sql, Instant now, int most) {
        return sql.select(
                "SELECT day, domain, attempts FROM tls_report WHERE due <= ? ORDER BY due LIMIT ?",
                row -> new Report(row.getLong(1), text(row, 2), (int) row.getLong(3)),
                now.getEpochSecond(),
                most);
    }

    static Optional<Instant> next(Sql sql) {
        return sql.first(
                "SELECT due FROM tls_report WHERE due IS NOT NULL ORDER BY due LIMIT 1",
                row -> Instant.ofEpochSecond(row.getLong(1)));
    }

    /** Takes a report: nothing is left to do unless {@link #retry} follows. Returns false if it is already taken. */
    static boolean take(SqlWriter sql, Report report) {
        return sql.update(
                        "UPDATE tls_report SET due = NULL, attempts = attempts + 1"
                                + " WHERE day = ? AND domain = ? AND attempts = ? AND due IS NOT NULL",
                        report.day(),
                        report.domain(),
                        report.attempts())
                > 0;
    }

    static void retry(SqlWriter sql, Report report, Instant at) {
        sql.update(
                "UPDATE tls_report SET due = ? WHERE day = ? AND domain = ?",
                at.getEpochSecond(),
                report.day(),
                report.domain());
    }

    /** Deletes the results of a report that needs no other attempt. */
    static void done(SqlWriter sql, Report report) {
        sql.update("DELETE FROM tls_result WHERE day = ? AND domain = ?", report.day(), report.domain());
    }

    static List<Sessions> results(Sql sql, Report report) {
        return sql.select(
                "SELECT domain, policy, records, patterns, failure, host, address, sender, reason, sessions"
                        + " FROM tls_result WHERE day = ? AND domain = ? ORDER BY sessions DESC, id LIMIT ?",
                ReportRows::sessions,
                report.day(),
                report.domain(),
                MOST_RESULTS);
    }

    private static Sessions sessions(Row row) {
        Detail detail = new Detail(text(row, 6), text(row, 7), text(row, 8), text(row, 9));
        TlsResult result = new TlsResult(
                text(row, 1), text(row, 2), lines(text(row, 3)), lines(text(row, 4)), text(row, 5), detail);
        return new Sessions(result, row.getLong(10));
    }

    private static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\n", -1));
    }

    private static String text(Row row, int column) {
        return requireNonNull(row.getString(column));
    }
}
