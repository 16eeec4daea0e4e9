package svc.api.delivery;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.blob.BlobId;

/**
 * A message for the queue.
 *
 * @param blob the bytes of the message as it is sent, without a Return-Path field; the sending account holds the blob
 * @param size the size of the message in bytes
 * @param envelope the envelope: at least one recipient, without duplicates
 * @param due the time before which delivery does not begin
 * @param messageId the value of Message-ID without angle brackets, for {@code svc mail trace}
 * @param arrival how the message arrived; empty if it did not arrive by SMTP
 */
public record QueuedMessage(
        BlobId blob, long size, Envelope envelope, Instant due, Optional<String> messageId, Optional<Arrival> arrival) {

    /**
     * Checks the envelope.
     *
     * @throws IllegalArgumentException there is no recipient
     */
    public QueuedMessage {
        if (envelope.recipients().isEmpty()) {
            throw new IllegalArgumentException("a message has at least one recipient");
        }
    }

    /**
     * Creates a message that did not arrive by SMTP, and whose Message-ID is not known.
     *
     * @throws IllegalArgumentException there is no recipient
     */
    public QueuedMessage(BlobId blob, long size, Envelope envelope, Instant due) {
        this(blob, size, envelope, due, Optional.empty(), Optional.empty());
    }

    /**
     * Creates a message whose envelope has no parameters.
     *
     * @throws IllegalArgumentException there is no recipient
     */
    public QueuedMessage(BlobId blob, long size, String sender, List<String> recipients, Instant due) {
        this(blob, size, Envelope.of(sender, recipients), due);
    }
}
