package svc.api.blob;

import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Transaction;

/**
 * Hears that an account whose bytes are limited uses more of them or fewer. Register it as a service.
 *
 * <p>Threading: the thread of the transaction; must be quick.
 */
@ConsumerType
public interface UseWitness {

    /**
     * What {@link Blobs#used} says of the account may be different now. May come several times in a transaction, and when nothing
     * is different in the end.
     *
     * @param tx the transaction of the account that makes it different
     */
    void moved(Transaction tx);
}
