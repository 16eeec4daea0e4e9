package svc.api.delivery;

import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * The durable queue of messages. What it took, each recipient who has an account here gets exactly once, also when the server is
 * killed amid it; whom it cannot reach it tries again, and tells the sender when it gives up.
 *
 * <p>Threading: any thread. Lifecycle: present once the schema is migrated; it works from the moment the server is ready.
 */
@ProviderType
public interface MailQueue {

    /**
     * Takes a message, with everything else the transaction does or not at all. It goes on its way after the commit.
     *
     * @param tx of the account in whose name the message goes
     * @return its number
     */
    long take(Transaction tx, Posting posting);

    /**
     * Takes back a message of the transaction's account that nobody has had yet.
     *
     * @return whether it did; false when it is too late, or the queue has no such message
     */
    boolean recall(Transaction tx, long posting);
}
