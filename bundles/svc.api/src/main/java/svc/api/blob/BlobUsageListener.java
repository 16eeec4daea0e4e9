package svc.api.blob;

import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Transaction;

/**
 * Listener for changes of the number of bytes that an account with a quota uses. Register it as a service.
 *
 * <p>Threading: called on the thread of the transaction; must return quickly.
 */
@ConsumerType
public interface BlobUsageListener {

    /**
     * Called when {@link AccountBlobs#usedBytes} of the account may have changed. It can be called several times in a
     * transaction, and without an actual change.
     *
     * @param tx the transaction of the account that makes the change
     */
    void usageChanged(Transaction tx);
}
