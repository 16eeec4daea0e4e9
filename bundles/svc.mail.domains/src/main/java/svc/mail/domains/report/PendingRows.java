package svc.mail.domains.report;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import svc.api.delivery.SenderObserver.SenderResults.PublishedPolicy;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** Rows of the tables {@code dmarc_policy} and {@code dmarc_count}. */
final class PendingRows {

    /** The maximum number of records of one report. */
    static final int MOST_TUPLES = 2_000;

    /** The maximum number of reports about one day. */
    static final int MOST_DOMAINS = 5_000;

    /** The maximum number of records of all reports about one day. */
    static final int MOST_TUPLES_OF_DAY = 100_000;

    private PendingRows() {}

    /**
     * A report that is due.
     *
     * @param domain the policy domain
     * @param attempts the number of earlier attempts to send it
     */
    record Due(LocalDate day, String domain, String policy, String addresses, int attempts) {}

    /**
     * Adds messages to the report about a day.
     *
     * @param due when the report is sent, if this is its first message
     * @return the number of messages that are not counted, because there is no room for their results
     */
    static long add(
            SqlWriter sql,
            LocalDate day,
            PublishedPolicy policy,
            Collection<Map.Entry<String, Long>> counts,
            Instant due) {
        long known = sql.first(
                        "SELECT tuples FROM dmarc_policy WHERE day = ? AND domain = ?",
                        row -> row.getLong(1),
                        day.toEpochDay(),
                        policy.domain())
                .orElse(-1L);
        if (known < 0
                && sql.number("SELECT count(*) FROM dmarc_policy WHERE day = ?", day.toEpochDay()) >= MOST_DOMAINS) {
            return messages(counts);
        }
        sql.update(
                "INSERT INTO dmarc_policy (day, domain, policy, addresses, tuples, due, attempts, claimed)"
                        + " VALUES (?, ?, ?, ?, 0, ?, 0, 0) ON CONFLICT (day, domain) DO UPDATE SET"
                        + " policy = excluded.policy, addresses = excluded.addresses",
                day.toEpochDay(),
                policy.domain(),
                PendingReport.text(policy),
                String.join(" ", policy.reportAddresses()),
                due.toEpochMilli());
        long all = sql.number("SELECT coalesce(sum(tuples), 0) FROM dmarc_policy WHERE day = ?", day.toEpochDay());
        long room = Math.min(MOST_TUPLES - Math.max(0, known), MOST_TUPLES_OF_DAY - all);
        return add(sql, day, policy.domain(), counts, room);
    }

    /** Returns the number of messages of all counts. */
    static long messages(Collection<Map.Entry<String, Long>> counts) {
        return counts.stream().mapToLong(Map.Entry::getValue).sum();
    }

    private static long add(
            SqlWriter sql, LocalDate day, String domain, Collection<Map.Entry<String, Long>> counts, long room) {
        long dropped = 0;
        long added = 0;
        for (Map.Entry<String, Long> entry : counts) {
            boolean isKnown = sql.update(
                            "UPDATE dmarc_count SET messages = messages + ? WHERE day = ? AND domain = ? AND tuple = ?",
                            entry.getValue(),
                            day.toEpochDay(),
                            domain,
                            entry.getKey())
                    > 0;
            if (!isKnown && added < room) {
                added += sql.update(
                        "INSERT INTO dmarc_count (day, domain, tuple, messages) VALUES (?, ?, ?, ?)",
                        day.toEpochDay(),
                        domain,
                        entry.getKey(),
                        entry.getValue());
            } else if (!isKnown) {
                dropped += entry.getValue();
            }
        }
        sql.update(
                "UPDATE dmarc_policy SET tuples = tuples + ? WHERE day = ? AND domain = ?",
                added,
                day.toEpochDay(),
                domain);
        return dropped;
    }

    /**
     * Takes the next report that is due. It is not taken again, also if the server is killed: rather none than two, whose
     * sums a receiver could add up.
     */
    static Optional<Due> claim(SqlWriter sql, Instant now) {
        Optional<Due> next = sql.first(
                "SELECT day, domain, policy, addresses, attempts FROM dmarc_policy WHERE claimed = 0 AND due <= ?"
                        + " ORDER BY due LIMIT 1",
                row -> new Due(
                        LocalDate.ofEpochDay(row.getLong(1)),
                        requireNonNull(row.getString(2)),
                        requireNonNull(row.getString(3)),
                        requireNonNull(row.getString(4)),
                        (int) row.getLong(5)),
                now.toEpochMilli());
        next.ifPresent(due -> sql.update(
                "UPDATE dmarc_policy SET claimed = 1 WHERE day = ? AND domain = ?",
                due.day().toEpochDay(),
                due.domain()));
        return next;
    }

    /** Returns a report with its counts. */
    static PendingReport read(Sql sql, Due due) {
        Map<Tuple, Long> counts = new HashMap<>();
        sql.select(
                        "SELECT tuple, messages FROM dmarc_count WHERE day = ? AND domain = ?",
                        row -> Map.entry(Tuple.parse(requireNonNull(row.getString(1))), row.getLong(2)),
                        due.day().toEpochDay(),
                        due.domain())
                .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
        return new PendingReport(due.day(), PendingReport.policy(due.domain(), due.policy(), due.addresses()), counts);
    }

    /** Gives a report back, to be sent later. */
    static void postpone(SqlWriter sql, Due due, Instant until) {
        sql.update(
                "UPDATE dmarc_policy SET claimed = 0, attempts = attempts + 1, due = ? WHERE day = ? AND domain = ?",
                until.toEpochMilli(),
                due.day().toEpochDay(),
                due.domain());
    }

    static void remove(SqlWriter sql, long day, String domain) {
        sql.update("DELETE FROM dmarc_count WHERE day = ? AND domain = ?", day, domain);
        sql.update("DELETE FROM dmarc_policy WHERE day = ? AND domain = ?", day, domain);
    }

    /** Returns when the next report is due. */
    static Optional<Instant> next(Sql sql) {
        return sql.first(
                "SELECT due FROM dmarc_policy WHERE claimed = 0 ORDER BY due LIMIT 1",
                row -> Instant.ofEpochMilli(row.getLong(1)));
    }

    /** Removes reports that were not sent for days. Returns whether some may remain. */
    static boolean purge(SqlWriter sql, Instant now, Duration kept, Pace pace) {
        long oldest = PendingReport.day(now.minus(kept)).toEpochDay();
        do {
            Optional<Map.Entry<Long, String>> old = sql.first(
                    "SELECT day, domain FROM dmarc_policy WHERE day < ? ORDER BY day LIMIT 1",
                    row -> Map.entry(row.getLong(1), requireNonNull(row.getString(2))),
                    oldest);
            if (old.isEmpty()) {
                return false;
            }
            remove(sql, old.get().getKey(), old.get().getValue());
        } while (pace.mayContinue());
        return true;
    }
}
