package svc.api.delivery;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;
import svc.api.store.Transaction;

/**
 * The durable queue of outgoing messages. It delivers a queued message exactly once to each recipient with a local
 * account, also if the server is killed during delivery. It retries transient failures, and notifies the sender when it
 * gives up.
 *
 * <p>Threading: thread-safe. Lifecycle: registered after the schema is migrated; delivery begins when the server is
 * ready.
 */
@ProviderType
public interface MailQueue {

    /**
     * Adds a message to the queue in the given transaction. Delivery begins after the commit.
     *
     * @param tx a transaction of the sending account
     * @return the number of the queued message
     */
    long enqueue(Transaction tx, QueuedMessage posting);

    /**
     * Removes a message of the transaction's account that has not been delivered to any recipient.
     *
     * @return whether the message was removed; false if at least one recipient is no longer waiting for delivery, or
     *     the queue has no such message
     */
    boolean cancel(Transaction tx, long posting);

    /**
     * Returns whether mail to an address can be delivered. True for all addresses in domains of this server, even if no
     * account has the address, and for addresses that a {@link MailTransport} accepts.
     */
    boolean accepts(String address);

    /**
     * Returns the reply with which messages of an account are rejected now, because other servers have refused too many
     * of its recipients. Empty if the account can send. Must not be called inside a transaction.
     */
    Optional<SmtpReply> deferral(Account account);
}
