package svc.api.delivery;

import java.time.Instant;
import java.util.List;
import svc.api.blob.BlobId;

/**
 * A message for the queue.
 *
 * @param blob the bytes of the message as it is sent; the sending account holds the blob
 * @param size the size of the message in bytes
 * @param sender the address for failure notifications; empty for none
 * @param recipients the recipient addresses: at least one, without duplicates
 * @param due the time before which delivery does not begin
 */
public record QueuedMessage(BlobId blob, long size, String sender, List<String> recipients, Instant due) {

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException the list is empty
     */
    public QueuedMessage {
        recipients = List.copyOf(recipients);
        if (recipients.isEmpty()) {
            throw new IllegalArgumentException("a message has at least one recipient");
        }
    }
}
