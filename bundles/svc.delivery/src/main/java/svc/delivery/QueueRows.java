package svc.delivery;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.delivery.QueuedMessage;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** Rows of the tables {@code posting} (the queued messages) and {@code posting_recipient}. */
final class QueueRows {

    private static final String HEADS = "SELECT n, account, blob, size, sender, created_at, envelope_id, full_return,"
            + " smtp_utf8, require_tls, skipped, message_key, junk FROM posting";
    private static final String LEGS = "SELECT posting, i, account, address, state, attempts, next_at, reply, notify,"
            + " original FROM posting_recipient";

    private QueueRows() {}

    /**
     * A queued message.
     *
     * @param size the size of the message, without the skipped octets
     * @param envelope the envelope without the recipients
     */
    record QueueEntry(
            long n, long account, BlobId blob, long size, Instant created, Envelope envelope, ForwardedCopy copy) {

        String sender() {
            return envelope.sender();
        }

        /** Returns the key by which an account recognizes the message. */
        DeliveryKey key() {
            return copy.key().orElseGet(() -> DeliveryKey.ofPosting(n));
        }
    }

    /**
     * The state of a message that was filed before it was queued.
     *
     * @param skipped the number of octets at the start of the blob that are not a part of the message
     * @param key the key by which an account recognizes the message; empty for that of the queued message
     * @param junk whether the message is filed as junk
     */
    record ForwardedCopy(long skipped, Optional<DeliveryKey> key, boolean junk) {

        /** The state of a message that an account of this server sends. */
        static final ForwardedCopy NONE = new ForwardedCopy(0, Optional.empty(), false);
    }

    /** One recipient of a queued message, with its delivery state. */
    record QueuedRecipient(
            long posting,
            int i,
            long account,
            Envelope.Recipient recipient,
            State state,
            int attempts,
            Instant next,
            String reply) {

        String address() {
            return recipient.address();
        }
    }

    static long insert(SqlWriter sql, QueuedMessage message, ForwardedCopy copy, Instant now) {
        Envelope envelope = message.envelope();
        long n = sql.number(
                "INSERT INTO posting (account, blob, size, sender, created_at, envelope_id, full_return, smtp_utf8,"
                        + " require_tls, skipped, message_key, junk)"
                        + " VALUES (:account, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING n",
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
                copy.junk() ? 1 : 0);
        List<List<@Nullable Object>> legs = new ArrayList<>();
        for (Envelope.Recipient recipient : envelope.recipients()) {
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
        return n;
    }

    /** Returns a message of the transaction's account. */
    static Optional<QueueEntry> ofCurrentAccount(Sql sql, long n) {
        return sql.first(HEADS + " WHERE account = :account AND n = ?", QueueRows::head, n);
    }

    /** Returns the recipients of a message of the transaction's account. */
    static List<QueuedRecipient> ownRecipients(Sql sql, long n) {
        return sql.select(LEGS + " WHERE account = :account AND posting = ? ORDER BY i", QueueRows::recipient, n);
    }

    /** Returns a message of any account. */
    static Optional<QueueEntry> find(Sql sql, long n) {
        return sql.first(HEADS + " WHERE n = ?", QueueRows::head, n);
    }

    /** Returns messages with larger numbers than {@code n}, in order. */
    static List<QueueEntry> after(Sql sql, long n, int max) {
        return sql.select(HEADS + " WHERE n > ? ORDER BY n LIMIT ?", QueueRows::head, n, max);
    }

    static long count(Sql sql) {
        return sql.number("SELECT count(*) FROM posting");
    }

    /** Returns the recipients of these messages, in order. */
    static List<QueuedRecipient> recipients(Sql sql, List<Long> postings) {
        return sql.selectIn(LEGS + " WHERE posting IN (??) ORDER BY posting, i", postings, QueueRows::recipient);
    }

    /** Returns the recipients that are due, oldest first. */
    static List<QueuedRecipient> due(Sql sql, Instant now, int max) {
        return sql.select(
                LEGS + " WHERE state = 'waiting' AND next_at <= ? ORDER BY next_at, posting, i LIMIT ?",
                QueueRows::recipient,
                now.toEpochMilli(),
                max);
    }

    /** Returns the time at which the next recipient is due. */
    static Optional<Instant> next(Sql sql) {
        return sql.first(
                "SELECT next_at FROM posting_recipient WHERE state = 'waiting' ORDER BY next_at LIMIT 1",
                row -> Instant.ofEpochMilli(row.getLong(1)));
    }

    /**
     * Returns the number of waiting recipients without an attempt so far, and the number of waiting recipients after a
     * failed attempt.
     */
    static long[] waiting(Sql sql) {
        return sql.first(
                        "SELECT count(CASE WHEN attempts = 0 THEN 1 END), count(CASE WHEN attempts > 0 THEN 1 END)"
                                + " FROM posting_recipient WHERE state = 'waiting'",
                        row -> new long[] {row.getLong(1), row.getLong(2)})
                .orElseThrow();
    }

    static void finish(SqlWriter sql, QueuedRecipient recipient, State state, String reply) {
        sql.update(
                "UPDATE posting_recipient SET state = ?, attempts = attempts + 1, reply = ?"
                        + " WHERE account = :account AND posting = ? AND i = ?",
                state.wireName(),
                reply,
                recipient.posting(),
                recipient.i());
    }

    static void retryLater(SqlWriter sql, QueuedRecipient recipient, String reply, Instant next) {
        sql.update(
                "UPDATE posting_recipient SET attempts = attempts + 1, reply = ?, next_at = ?"
                        + " WHERE account = :account AND posting = ? AND i = ?",
                reply,
                next.toEpochMilli(),
                recipient.posting(),
                recipient.i());
    }

    /** Sets the time of the next attempt of a delivery that another account makes. */
    static void postpone(SqlWriter sql, QueuedRecipient recipient, Instant next) {
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
    static int makeDue(SqlWriter sql, long posting, Instant now) {
        return sql.update(
                "UPDATE posting_recipient SET next_at = CASE WHEN next_at < ? THEN next_at ELSE ? END"
                        + " WHERE state = 'waiting' AND attempts > 0 AND (posting = ? OR ? = 0)",
                now.toEpochMilli(),
                now.toEpochMilli(),
                posting,
                posting);
    }

    static void delete(SqlWriter sql, long n) {
        sql.update("DELETE FROM posting_recipient WHERE account = :account AND posting = ?", n);
        sql.update("DELETE FROM posting WHERE account = :account AND n = ?", n);
    }

    private static QueueEntry head(Row row) {
        Envelope envelope = new Envelope(
                requireNonNull(row.getString(5)),
                List.of(),
                row.getLong(9) != 0,
                row.getLong(10) != 0,
                Optional.ofNullable(row.getString(7)),
                row.getLong(8) != 0 ? ReturnContent.FULL : ReturnContent.HEADERS);
        ForwardedCopy copy = new ForwardedCopy(
                row.getLong(11), Optional.ofNullable(row.getBytes(12)).map(DeliveryKey::of), row.getLong(13) != 0);
        return new QueueEntry(
                row.getLong(1),
                row.getLong(2),
                BlobId.of(requireNonNull(row.getBytes(3))),
                row.getLong(4),
                Instant.ofEpochMilli(row.getLong(6)),
                envelope,
                copy);
    }

    private static QueuedRecipient recipient(Row row) {
        String notify = requireNonNull(row.getString(9));
        Set<Notify> notifications = notify.isEmpty()
                ? Set.of()
                : Stream.of(notify.split(",")).map(Notify::valueOf).collect(Collectors.toSet());
        return new QueuedRecipient(
                row.getLong(1),
                (int) row.getLong(2),
                row.getLong(3),
                new Envelope.Recipient(
                        requireNonNull(row.getString(4)), notifications, Optional.ofNullable(row.getString(10))),
                State.valueOf(requireNonNull(row.getString(5)).toUpperCase(Locale.ROOT)),
                (int) row.getLong(6),
                Instant.ofEpochMilli(row.getLong(7)),
                requireNonNull(row.getString(8)));
    }
}
