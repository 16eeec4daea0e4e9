package svc.delivery.trace;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.Arrival;
import svc.api.net.IpNetwork;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** Rows of the table {@code mail_trace}. */
public final class TraceRows {

    /** The maximum number of characters of a value. */
    static final int LONGEST = 500;

    private static final int LONGEST_CHECKS = 4_000;

    /** The number of rows that one statement deletes. Each row is in several indexes. */
    static final int PORTION = 20;

    private static final String INSERT = "INSERT INTO mail_trace (account, tenant, origin, part, at, state, listener,"
            + " client, helo, protocol, sender, recipient, message_id, size, posting, reply, checks, mailboxes, next_at)"
            + " VALUES (coalesce(nullif(:account, 0), ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String SELECT = "SELECT " + TraceRow.COLUMNS + " FROM mail_trace";
    private static final String NEWEST_FIRST = " AND n > ? AND n < ? ORDER BY n DESC LIMIT ?";
    private static final String DELETE = "DELETE FROM mail_trace WHERE n IN (SELECT n FROM mail_trace WHERE ";

    /** With the sum, the index of the accounts is not used: most refusals belong to no account. */
    private static final String DELETE_WITHOUT_ACCOUNT = "DELETE FROM mail_trace WHERE account <> :account AND n IN"
            + " (SELECT n FROM mail_trace WHERE account + 0 = 0 AND ";

    private TraceRows() {}

    /** The events that a query finds. */
    enum By {
        ORIGIN(SELECT + " WHERE origin = ?" + NEWEST_FIRST),
        POSTING(SELECT + " WHERE posting = ?" + NEWEST_FIRST),
        MESSAGE_ID(SELECT + " WHERE message_id = ?" + NEWEST_FIRST),
        SENDER(SELECT + " WHERE sender = ?" + NEWEST_FIRST),
        RECIPIENT(SELECT + " WHERE recipient = ?" + NEWEST_FIRST),
        NUMBER(SELECT + " WHERE n > ? AND n < ? ORDER BY n DESC LIMIT ?");

        private final String statement;

        By(String statement) {
            this.statement = statement;
        }
    }

    /** Adds an event in a transaction of the account that it belongs to. */
    public static void insert(SqlWriter sql, TracedMessage message, TraceEvent event, Instant at) {
        insert(sql, 0, message, event, at);
    }

    /**
     * Adds an event in a transaction of the system.
     *
     * @param account the account that it belongs to; 0 for none
     */
    static void insert(SqlWriter sql, long account, TracedMessage message, TraceEvent event, Instant at) {
        Optional<Arrival> arrival = message.arrival();
        sql.update(
                INSERT,
                account,
                event.tenant().orElse(null),
                cut(message.id().origin()),
                message.id().part(),
                at.toEpochMilli(),
                event.state().word(),
                arrival.map(Arrival::listener).filter(name -> !name.isEmpty()).orElse(null),
                arrival.map(one -> IpNetwork.text(one.client())).orElse(null),
                arrival.map(Arrival::helo)
                        .filter(name -> !name.isEmpty())
                        .map(TraceRows::cut)
                        .orElse(null),
                arrival.map(Arrival::protocol).orElse(null),
                message.sender().map(TraceRows::address).orElse(null),
                event.recipient().map(TraceRows::address).orElse(null),
                message.messageId().map(TraceRows::cut).orElse(null),
                message.size(),
                event.posting() == 0 ? null : event.posting(),
                cut(event.reply()),
                checks(message.checks()),
                mailboxes(event.mailboxes()),
                event.next().map(Instant::toEpochMilli).orElse(null));
    }

    /** Returns an address in the form of the table. */
    static String address(String address) {
        return cut(address).toLowerCase(Locale.ROOT);
    }

    /** Returns a text in the form of the table: without control characters, and not too long. */
    static String cut(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST);
    }

    private static @Nullable String checks(List<String> fields) {
        if (fields.isEmpty()) {
            return null;
        }
        String lines = fields.stream()
                .map(field -> field.replaceAll("\\s+", " ").strip())
                .collect(Collectors.joining("\n"));
        return lines.length() <= LONGEST_CHECKS ? lines : lines.substring(0, LONGEST_CHECKS);
    }

    private static @Nullable String mailboxes(List<Long> numbers) {
        return numbers.isEmpty() ? null : numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Returns the events with this value between two numbers, the newest first. */
    static List<TraceRow> find(Sql sql, By by, @Nullable Object value, long after, long before, int max) {
        return value == null
                ? sql.select(By.NUMBER.statement, TraceRow::of, after, before, max)
                : sql.select(by.statement, TraceRow::of, value, after, before, max);
    }

    /** Returns the events of a mail transaction, the oldest first. */
    static List<TraceRow> of(Sql sql, TraceId id, int max) {
        return sql.select(
                SELECT + " WHERE origin = ? AND part = ? ORDER BY n LIMIT ?",
                TraceRow::of,
                id.origin(),
                id.part(),
                max);
    }

    /** Returns the number of the first event at or after a time. */
    static Optional<Long> firstSince(Sql sql, Instant time) {
        return sql.first(
                "SELECT n FROM mail_trace WHERE at >= ? ORDER BY at, n LIMIT 1",
                row -> row.getLong(1),
                time.toEpochMilli());
    }

    /** Returns the number of the last event before a time. */
    static Optional<Long> lastBefore(Sql sql, Instant time) {
        return sql.first(
                "SELECT n FROM mail_trace WHERE at < ? ORDER BY at DESC, n DESC LIMIT 1",
                row -> row.getLong(1),
                time.toEpochMilli());
    }

    /**
     * Deletes events that are older than a time, and the oldest if there are more than {@code most}, while the pace
     * permits. Returns whether more remain.
     */
    static boolean purge(SqlWriter sql, Instant before, long most, Pace pace) {
        int deleted;
        do {
            deleted = sql.update(DELETE + "at < ? ORDER BY at LIMIT ?)", before.toEpochMilli(), PORTION);
            if (deleted < PORTION) {
                long newest = sql.first("SELECT n FROM mail_trace ORDER BY n DESC LIMIT 1", row -> row.getLong(1))
                        .orElse(0L);
                deleted = sql.update(DELETE + "n <= ? ORDER BY n LIMIT ?)", newest - most, PORTION);
            }
        } while (deleted == PORTION && pace.mayContinue());
        return deleted == PORTION;
    }

    /**
     * Deletes events with these addresses that belong to no account, in a transaction of an account. Returns whether more
     * remain.
     */
    public static boolean erase(SqlWriter sql, Set<String> addresses) {
        int deleted = 0;
        for (String address : addresses) {
            deleted = Math.max(deleted, sql.update(DELETE_WITHOUT_ACCOUNT + "sender = ? LIMIT ?)", address, PORTION));
            deleted =
                    Math.max(deleted, sql.update(DELETE_WITHOUT_ACCOUNT + "recipient = ? LIMIT ?)", address, PORTION));
        }
        return deleted == PORTION;
    }
}
