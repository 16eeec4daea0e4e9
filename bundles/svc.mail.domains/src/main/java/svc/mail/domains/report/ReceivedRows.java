package svc.mail.domains.report;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.mail.domains.report.ReceivedReport.SourceResult;

/** Rows of the tables {@code dmarc_received} and {@code dmarc_source}. */
final class ReceivedRows {

    /** The maximum number of reports about a domain and a day that an account counts. */
    static final int MOST_REPORTS = 200;

    /** The maximum number of sums of a domain and a day. Further addresses are counted under the source "". */
    static final int MOST_SUMS = 1_000;

    private ReceivedRows() {}

    /** The sums of an address in some days. A record of a failure of both checks is a failure of DMARC. */
    record SourceSum(String domain, String source, long messages, long failed, long dkim, long spf) {}

    /**
     * Adds a report in a transaction of the account to which it was sent. Does nothing if it was added before.
     *
     * @param domain the domain of this server that it is about
     * @param reporter the domain that sent it
     */
    static void add(SqlWriter sql, String domain, String reporter, ReceivedReport report) {
        long day = report.day().toEpochDay();
        long reports = sql.number(
                "SELECT count(*) FROM dmarc_received WHERE account = :account AND domain = ? AND day = ?", domain, day);
        boolean isNew = reports < MOST_REPORTS
                && sql.update(
                                "INSERT INTO dmarc_received (account, domain, day, reporter, report)"
                                        + " VALUES (:account, ?, ?, ?, ?)"
                                        + " ON CONFLICT (account, domain, day, reporter, report) DO NOTHING",
                                domain,
                                day,
                                reporter,
                                report.id())
                        > 0;
        if (isNew) {
            long sums = sql.number(
                    "SELECT count(*) FROM dmarc_source WHERE account = :account AND domain = ? AND day = ?",
                    domain,
                    day);
            for (Map.Entry<SourceResult, Long> sum : report.sums().entrySet()) {
                sums += add(sql, domain, day, sum.getKey(), sum.getValue(), sums < MOST_SUMS) ? 1 : 0;
            }
        }
    }

    /** Adds messages to a sum. Returns whether it is new. */
    private static boolean add(
            SqlWriter sql, String domain, long day, SourceResult result, long messages, boolean hasRoom) {
        int changed = sql.update(
                "UPDATE dmarc_source SET messages = messages + ? WHERE account = :account AND domain = ? AND day = ?"
                        + " AND source = ? AND dkim = ? AND spf = ?",
                messages,
                domain,
                day,
                result.source(),
                result.dkim() ? 1 : 0,
                result.spf() ? 1 : 0);
        if (changed > 0) {
            return false;
        }
        if (!hasRoom && !result.source().isEmpty()) {
            return add(sql, domain, day, new SourceResult("", result.dkim(), result.spf()), messages, true);
        }
        sql.update(
                "INSERT INTO dmarc_source (account, domain, day, source, dkim, spf, messages)"
                        + " VALUES (:account, ?, ?, ?, ?, ?, ?)",
                domain,
                day,
                result.source(),
                result.dkim() ? 1 : 0,
                result.spf() ? 1 : 0,
                messages);
        return true;
    }

    /** Returns the sums by domain and address since a day, in the system scope: those with the most failures first. */
    static List<SourceSum> sums(Sql sql, LocalDate since, String domain, int most) {
        return sql.select(
                "SELECT domain, source, sum(messages), sum((1 - dkim) * (1 - spf) * messages),"
                        + " sum(dkim * messages), sum(spf * messages) FROM dmarc_source"
                        + " WHERE day >= ? AND (? = '' OR domain = ?) GROUP BY domain, source"
                        + " ORDER BY 4 DESC, 3 DESC, 1, 2 LIMIT ?",
                row -> new SourceSum(
                        requireNonNull(row.getString(1)),
                        requireNonNull(row.getString(2)),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6)),
                since.toEpochDay(),
                domain,
                domain,
                most);
    }

    /** The sums of a domain in some days. */
    record DomainSum(String domain, long messages, long failed) {}

    static List<DomainSum> domains(Sql sql, LocalDate since) {
        return sql.select(
                "SELECT domain, sum(messages), sum((1 - dkim) * (1 - spf) * messages)"
                        + " FROM dmarc_source WHERE day >= ? GROUP BY domain ORDER BY domain",
                row -> new DomainSum(requireNonNull(row.getString(1)), row.getLong(2), row.getLong(3)),
                since.toEpochDay());
    }

    /** Removes old rows of all accounts, a day of a domain at a time. Returns whether some may remain. */
    static boolean purge(SqlWriter sql, Instant now, Duration kept, Pace pace) {
        long oldest = PendingReport.day(now.minus(kept)).toEpochDay();
        do {
            Optional<Old> old = sql.first(
                    "SELECT account, domain, day FROM dmarc_received WHERE day < ? ORDER BY day LIMIT 1",
                    row -> new Old(row.getLong(1), requireNonNull(row.getString(2)), row.getLong(3)),
                    oldest);
            if (old.isEmpty()) {
                return false;
            }
            old.get().remove(sql);
        } while (pace.mayContinue());
        return true;
    }

    private record Old(long account, String domain, long day) {

        void remove(SqlWriter sql) {
            sql.update("DELETE FROM dmarc_source WHERE account = ? AND domain = ? AND day = ?", account, domain, day);
            sql.update("DELETE FROM dmarc_received WHERE account = ? AND domain = ? AND day = ?", account, domain, day);
        }
    }
}
