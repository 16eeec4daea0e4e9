package svc.api.delivery;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.blob.BlobId;
import svc.api.store.Transaction;

/**
 * Is told how messages of the queue fare. Register it as a service.
 *
 * <p>Threading: on the thread of the store's writer, in the transaction that writes down the same; it must be short and wait for
 * nothing.
 */
@ConsumerType
public interface DeliveryObserver {

    /**
     * Some recipients of a message fare otherwise than before.
     *
     * @param tx of the account in whose name the message goes
     * @param posting the number that {@link MailQueue#take} gave
     * @param changed how those recipients fare now
     * @param report the message that tells the sender of a failure (RFC 3464), where one was written; the account holds it
     */
    void changed(Transaction tx, long posting, List<Destiny> changed, Optional<BlobId> report);
}
