package svc.cap.submission.api;

import java.util.Collection;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.blob.BlobId;
import svc.api.store.Transaction;

/**
 * What recipients told of messages that were sent (RFC 8621 §7, mdnBlobIds).
 *
 * <p>Threading: on the thread of the store's writer, in the transaction that is given. Lifecycle: present while sending is.
 */
@ProviderType
public interface Receipts {

    /**
     * A disposition notification that came.
     *
     * @param blob the whole of it, which the account of the transaction holds
     * @param recipients addresses of whom it comes, as the message or its sender named them
     * @param displayed whether it says that the message was shown to them
     */
    record Receipt(BlobId blob, Set<String> recipients, boolean displayed) {

        /** Copies the set. */
        public Receipt {
            recipients = Set.copyOf(recipients);
        }
    }

    /**
     * Writes it down with the newest submission of one of these messages, one that went to these recipients before others; nothing
     * where there is none, or it has as many already as it may.
     *
     * @param emails the numbers of messages of the transaction's account
     */
    void received(Transaction tx, Collection<Long> emails, Receipt receipt);
}
