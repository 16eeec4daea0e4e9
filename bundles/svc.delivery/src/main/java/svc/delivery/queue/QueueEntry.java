package svc.delivery.queue;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.delivery.trace.TraceId;
import svc.delivery.trace.TracedMessage;

/**
 * A queued message.
 *
 * @param size the size of the message, without the skipped octets
 * @param due the time at which the first delivery is due: later than {@code created} for a message that was held
 * @param envelope the envelope without the recipients
 * @param trace its id in the trace
 */
public record QueueEntry(
        long n,
        long account,
        BlobId blob,
        long size,
        Instant created,
        Instant due,
        Envelope envelope,
        ForwardedCopy copy,
        TraceId trace) {

    /** The columns that {@link #of} reads. */
    public static final String COLUMNS =
            "n, account, blob, size, sender, created_at, envelope_id, full_return, smtp_utf8,"
                    + " require_tls, skipped, message_key, junk, trace, due_at";

    /**
     * The state of a message that was filed before it was queued.
     *
     * @param skipped the number of octets at the start of the blob that are not a part of the message
     * @param key the key by which an account recognizes the message; empty for that of the queued message
     * @param junk whether the message is filed as junk
     */
    public record ForwardedCopy(long skipped, Optional<DeliveryKey> key, boolean junk) {

        /**
         * Returns whether another server sent the message to the recipients. It is queued in this account, because the
         * account accepted it at the same time.
         */
        public boolean isFromOtherServer() {
            return skipped > 0 && key.isEmpty();
        }

        /** The state of a message that an account of this server sends. */
        static final ForwardedCopy NONE = new ForwardedCopy(0, Optional.empty(), false);
    }

    public static QueueEntry of(Row row) {
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
                Instant.ofEpochMilli(row.getLong(15)),
                envelope,
                copy,
                trace(row.getLong(1), row.getString(14)));
    }

    /** Returns the id in the trace; without a text, the id in the queue. */
    static TraceId trace(long n, @Nullable String text) {
        return TraceId.of(text == null ? ObjectId.format(DurableQueue.LETTER, n) : text);
    }

    /** Returns the message in the trace. */
    public TracedMessage traced() {
        return TracedMessage.queued(trace, sender());
    }

    public String sender() {
        return envelope.sender();
    }

    /** Returns the key by which an account recognizes the message. */
    public DeliveryKey key() {
        DeliveryKey own = DeliveryKey.ofPosting(n);
        return copy.key().orElse(copy.isFromOtherServer() ? own.ofRelayed() : own);
    }
}
