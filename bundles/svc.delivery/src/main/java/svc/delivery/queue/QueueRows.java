package svc.delivery.queue;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.delivery.QueuedMessage;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.delivery.queue.QueueEntry.ForwardedCopy;

/** Rows of the tables {@code posting} (the queued messages) and {@code posting_recipient}. */
public final class QueueRows {

    private static final String HEADS = "SELECT " + QueueEntry.COLUMNS + " FROM posting";
    private static final String LEGS_OF = "SELECT " + QueuedRecipient.COLUMNS + " FROM ";
    private static final String WAITING = "state = 'waiting' AND held = 0";
    private static final String MAKE_DUE =
            "UPDATE posting_recipient SET next_at = CASE WHEN next_at < ? THEN next_at ELSE ? END WHERE " + WAITING;
    private static final String NOT_HELD = " AND lane NOT IN (SELECT domain FROM queue_hold)";
    private static final String LEGS = LEGS_OF + "posting_recipient";

    private QueueRows() {}

    /**
     * Adds a message.
     *
     * @param trace its id in the trace; null for its id in the queue
     */
    public static long insert(
            SqlWriter sql, QueuedMessage message, ForwardedCopy copy, @Nullable String trace, Instant now) {
        Envelope envelope = message.envelope();
        long n = sql.number(
                "INSERT INTO posting (account, blob, size, sender, created_at, envelope_id, full_return, smtp_utf8,"
                        + " require_tls, skipped, message_key, junk, trace, due_at)"
                        + " VALUES (:account, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING n",
                message.blob().sha256(),
                message.size(),
                envelope.sender(),
                now.toEpochMilli(),
                envelope.envelopeId().orElse(null),
                envelope.content() == ReturnContent.FULL ? 1 : 0,
                envelope.smtpUtf8() ? 1 : 0,
                envelope.requireTls() ? 1 : 0,
                copy.skipped(),
                copy.key().map(DeliveryKey::bytes).orElse(null),
                copy.junk() ? 1 : 0,
                trace,
                message.due().isBefore(now) ? now.toEpochMilli() : message.due().toEpochMilli());
        insertRecipients(sql, n, message);
        return n;
    }

    private static void insertRecipients(SqlWriter sql, long n, QueuedMessage message) {
        List<List<@Nullable Object>> legs = new ArrayList<>();
        for (Envelope.Recipient recipient : message.envelope().recipients()) {
            legs.add(Arrays.asList(
                    n,
                    legs.size(),
                    recipient.address(),
                    State.WAITING.wireName(),
                    message.due().toEpochMilli(),
                    recipient.notifications().stream()
                            .map(Notify::name)
                            .sorted()
                            .collect(Collectors.joining(",")),
                    recipient.originalRecipient().orElse(null)));
        }
        sql.insert(
                "INSERT INTO posting_recipient (account, posting, i, address, state, next_at, notify, original)"
                        + " VALUES (:account, ?, ?, ?, ?, ?, ?, ?)",
                legs);
    }

    /** Returns a message of the transaction's account. */
    public static Optional<QueueEntry> ofCurrentAccount(Sql sql, long n) {
        return sql.first(HEADS + " WHERE account = :account AND n = ?", QueueEntry::of, n);
    }

    /** Returns the recipients of a message of the transaction's account. */
    public static List<QueuedRecipient> ownRecipients(Sql sql, long n) {
        return sql.select(LEGS + " WHERE account = :account AND posting = ? ORDER BY i", QueuedRecipient::of, n);
    }

    /** Returns a message of any account. */
    public static Optional<QueueEntry> find(Sql sql, long n) {
        return sql.first(HEADS + " WHERE n = ?", QueueEntry::of, n);
    }

    /** Returns messages with larger numbers than {@code n}, in order. */
    public static List<QueueEntry> after(Sql sql, long n, int max) {
        return sql.select(HEADS + " WHERE n > ? ORDER BY n LIMIT ?", QueueEntry::of, n, max);
    }

    public static long count(Sql sql) {
        return sql.number("SELECT count(*) FROM posting");
    }

    /** Returns the recipients of these messages, in order. */
    public static List<QueuedRecipient> recipients(Sql sql, List<Long> postings) {
        return sql.selectIn(LEGS + " WHERE posting IN (??) ORDER BY posting, i", postings, QueuedRecipient::of);
    }

    /** Returns the recipients that are due for delivery on this server: the oldest of each account first. */
    public static List<QueuedRecipient> due(Sql sql, Instant now, int max) {
        return sql.select(inTurn("lane IS NULL"), QueuedRecipient::of, now.toEpochMilli(), max);
    }

    /** Returns the recipients that are due in a lane: the oldest of each account first. */
    public static List<QueuedRecipient> due(Sql sql, String lane, Instant now, int max) {
        return sql.select(inTurn("lane = ?" + NOT_HELD), QueuedRecipient::of, lane, now.toEpochMilli(), max);
    }

    /** Returns the statement by which the accounts take turns, so that a large backlog of one holds up no other. */
    private static String inTurn(String lane) {
        return LEGS_OF + "(SELECT " + QueuedRecipient.COLUMNS
                + ", row_number() OVER (PARTITION BY account ORDER BY next_at, posting, i) AS turn"
                + " FROM posting_recipient WHERE " + WAITING + " AND " + lane + " AND next_at <= ?) AS due"
                + " ORDER BY turn, next_at, posting, i LIMIT ?";
    }

    /** A lane with a recipient that is due, and an account that sends to it. */
    public record DueLane(String name, long account) {}

    /** Returns the lanes with a recipient that is due. */
    public static List<DueLane> lanes(Sql sql, Instant now) {
        return sql.select(
                "SELECT lane, min(account) FROM posting_recipient WHERE " + WAITING
                        + " AND lane IS NOT NULL AND next_at <= ?" + NOT_HELD
                        + " GROUP BY lane",
                row -> new DueLane(requireNonNull(row.getString(1)), row.getLong(2)),
                now.toEpochMilli());
    }

    /** Returns the time after {@code now} at which the next recipient in a lane is due. */
    public static Optional<Instant> nextInLane(Sql sql, Instant now) {
        return sql.first(
                "SELECT next_at FROM posting_recipient WHERE " + WAITING
                        + " AND lane IS NOT NULL AND next_at > ? ORDER BY next_at LIMIT 1",
                row -> Instant.ofEpochMilli(row.getLong(1)),
                now.toEpochMilli());
    }

    /** Returns the time at which the next recipient is due for delivery on this server. */
    public static Optional<Instant> nextHere(Sql sql) {
        return sql.first(
                "SELECT next_at FROM posting_recipient WHERE " + WAITING + " AND lane IS NULL ORDER BY next_at LIMIT 1",
                row -> Instant.ofEpochMilli(row.getLong(1)));
    }

    /** Moves a recipient to a lane; null for delivery on this server. */
    public static void setLane(SqlWriter sql, QueuedRecipient recipient, @Nullable String lane) {
        sql.update(
                "UPDATE posting_recipient SET lane = ? WHERE account = :account AND posting = ? AND i = ?",
                lane,
                recipient.posting(),
                recipient.i());
    }

    /** Returns the time at which the next recipient outside held domains is due. */
    public static Optional<Instant> next(Sql sql) {
        return sql.first(
                "SELECT next_at FROM posting_recipient WHERE " + WAITING
                        + " AND (lane IS NULL OR lane NOT IN (SELECT domain FROM queue_hold)) ORDER BY next_at LIMIT 1",
                row -> Instant.ofEpochMilli(row.getLong(1)));
    }

    /**
     * Returns the number of waiting recipients without an attempt so far, and the number of waiting recipients after a
     * failed attempt.
     */
    public static long[] waiting(Sql sql) {
        return sql.first(
                        "SELECT count(CASE WHEN attempts = 0 THEN 1 END), count(CASE WHEN attempts > 0 THEN 1 END)"
                                + " FROM posting_recipient WHERE state = 'waiting'",
                        row -> new long[] {row.getLong(1), row.getLong(2)})
                .orElseThrow();
    }

    public static void finish(SqlWriter sql, QueuedRecipient recipient, DeliveryStatus status) {
        sql.update(
                "UPDATE posting_recipient SET state = ?, attempts = attempts + 1, reply = ?"
                        + " WHERE account = :account AND posting = ? AND i = ?",
                status.state().wireName(),
                status.smtpReply(),
                recipient.posting(),
                recipient.i());
    }

    public static void markReported(SqlWriter sql, QueuedRecipient recipient) {
        sql.update(
                "UPDATE posting_recipient SET reported = 1 WHERE account = :account AND posting = ? AND i = ?",
                recipient.posting(),
                recipient.i());
    }

    public static void markDelayReported(SqlWriter sql, QueuedRecipient recipient) {
        sql.update(
                "UPDATE posting_recipient SET delay_reported = 1 WHERE account = :account AND posting = ? AND i = ?",
                recipient.posting(),
                recipient.i());
    }

    public static void retryLater(SqlWriter sql, QueuedRecipient recipient, String reply, Instant next) {
        sql.update(
                "UPDATE posting_recipient SET attempts = attempts + 1, reply = ?, next_at = ?"
                        + " WHERE account = :account AND posting = ? AND i = ?",
                reply,
                next.toEpochMilli(),
                recipient.posting(),
                recipient.i());
    }

    /** Sets the time of the next attempt of a delivery that another account makes. */
    public static void postpone(SqlWriter sql, QueuedRecipient recipient, Instant next) {
        sql.update(
                "UPDATE posting_recipient SET next_at = ? WHERE account = :account AND posting = ? AND i = ?",
                next.toEpochMilli(),
                recipient.posting(),
                recipient.i());
    }

    /**
     * Sets the time of the next attempt to now for the recipients that wait for a retry: the recipients of one message,
     * or of all messages if {@code posting} is 0. A recipient without an attempt so far is not changed, so that a
     * message with a later send time still waits until that time. Returns the number of changed recipients.
     */
    public static int makeDue(SqlWriter sql, long posting, Instant now) {
        return sql.update(
                MAKE_DUE + " AND attempts > 0 AND (posting = ? OR ? = 0)",
                now.toEpochMilli(),
                now.toEpochMilli(),
                posting,
                posting);
    }

    /** Sets the time of the next attempt to now for the recipients in a lane. Returns their number. */
    static int makeDue(SqlWriter sql, String lane, Instant now) {
        return sql.update(MAKE_DUE + " AND lane = ?", now.toEpochMilli(), now.toEpochMilli(), lane);
    }

    public static void delete(SqlWriter sql, long n) {
        sql.update("DELETE FROM posting_recipient WHERE account = :account AND posting = ?", n);
        sql.update("DELETE FROM posting WHERE account = :account AND n = ?", n);
    }
}
