package svc.cap.submission.api;

import java.util.Collection;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.blob.BlobId;
import svc.api.store.Transaction;

/**
 * Records the message disposition notifications (MDNs) that arrive for sent messages (RFC 8621 §7, {@code mdnBlobIds}).
 *
 * <p>Threading: called on the store's writer thread, in the given transaction. Lifecycle: registered as long as the
 * submission capability is available.
 */
@ProviderType
public interface Receipts {

    /**
     * A received disposition notification.
     *
     * @param blob the complete notification message; the account of the transaction holds this blob
     * @param recipients the addresses of the recipient that the notification reports on, as the notification gives them
     *     (Original-Recipient and Final-Recipient)
     * @param displayed whether the notification reports that the message was displayed
     */
    record Receipt(BlobId blob, Set<String> recipients, boolean displayed) {

        /** Copies the set of recipients. */
        public Receipt {
            recipients = Set.copyOf(recipients);
        }
    }

    /**
     * Adds the notification to one of the submissions of these emails: to the newest submission that has one of the
     * addresses in {@code receipt.recipients()} as a recipient, or to the newest submission if none has. Does nothing
     * if there is no submission, if the submission already has the notification, or if the submission has the maximum
     * number of notifications.
     *
     * @param emails the numbers of emails in the transaction's account
     */
    void received(Transaction tx, Collection<Long> emails, Receipt receipt);
}
