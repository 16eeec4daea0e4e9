package svc.delivery.queue;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.store.Row;

/**
 * One recipient of a queued message, with its delivery state.
 *
 * @param account the account that sends the message
 * @param reported whether a notification of the sender contains the final status, or another server sends it
 * @param delayReported whether the sender was notified of the delay
 * @param held whether the recipient waits since a restore, until an operator releases the message
 */
public record QueuedRecipient(
        long posting,
        int i,
        long account,
        Envelope.Recipient recipient,
        State state,
        int attempts,
        Instant next,
        String reply,
        boolean reported,
        boolean delayReported,
        boolean held) {

    /** The columns that {@link #of} reads. */
    public static final String COLUMNS =
            "posting, i, account, address, state, attempts, next_at, reply, notify, original, reported,"
                    + " delay_reported, held";

    public static QueuedRecipient of(Row row) {
        String notify = requireNonNull(row.getString(9));
        Set<Notify> notifications = notify.isEmpty()
                ? Set.of()
                : Stream.of(notify.split(",", -1)).map(Notify::valueOf).collect(Collectors.toSet());
        return new QueuedRecipient(
                row.getLong(1),
                (int) row.getLong(2),
                row.getLong(3),
                new Envelope.Recipient(
                        requireNonNull(row.getString(4)), notifications, Optional.ofNullable(row.getString(10))),
                State.valueOf(requireNonNull(row.getString(5)).toUpperCase(Locale.ROOT)),
                (int) row.getLong(6),
                Instant.ofEpochMilli(row.getLong(7)),
                requireNonNull(row.getString(8)),
                row.getLong(11) != 0,
                row.getLong(12) != 0,
                row.getLong(13) != 0);
    }

    public String address() {
        return recipient.address();
    }

    /** Returns the domain of the address, in lower case. */
    public String domain() {
        return address().substring(address().lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    }

    public DeliveryStatus status() {
        return new DeliveryStatus(address(), state, reply);
    }

    /** Returns this recipient after an attempt. */
    public QueuedRecipient after(DeliveryStatus result) {
        return new QueuedRecipient(
                posting,
                i,
                account,
                recipient,
                result.state(),
                attempts + 1,
                next,
                result.smtpReply(),
                reported,
                delayReported,
                held);
    }

    /** Returns this recipient with a final status that needs no further notification. */
    public QueuedRecipient asReported() {
        return new QueuedRecipient(
                posting, i, account, recipient, state, attempts, next, reply, true, delayReported, held);
    }
}
