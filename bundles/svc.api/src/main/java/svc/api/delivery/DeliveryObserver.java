package svc.api.delivery;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.blob.BlobId;
import svc.api.store.Transaction;

/**
 * Listener for delivery status changes of queued messages. Register it as a service.
 *
 * <p>Threading: called on the writer thread of the store, in the transaction that records the change. It must return
 * quickly and must not block.
 */
@ConsumerType
public interface DeliveryObserver {

    /**
     * Called when the delivery status of some recipients of a message has changed.
     *
     * @param tx a transaction of the sending account
     * @param posting the number that {@link MailQueue#enqueue} returned
     * @param changed the new delivery status of those recipients
     * @param report the delivery status notification for the sender (RFC 3464), if one was written; the sending account
     *     holds the blob
     */
    void changed(Transaction tx, long posting, List<DeliveryStatus> changed, Optional<BlobId> report);
}
