package svc.api.delivery;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.blob.BlobStore.Stored;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.Transaction;

/**
 * Looks at each message that comes to an account, before it is filed there. Register it as a service.
 *
 * <p>Threading: on the thread of the queue, one message at a time, outside any work of the store; the effect on the thread of the
 * store's writer. Lifecycle: asked while it is registered. One that throws is told in the log, and the message is filed without it.
 */
@ConsumerType
public interface DeliveryStep {

    /** What shall happen beside the filing; empty for nothing. May be asked more than once for a message. */
    Optional<Effect> look(Arriving message) throws IOException;

    /** What happens in the transaction that files the message. */
    @ConsumerType
    @FunctionalInterface
    interface Effect {

        /** Happens; in a transaction of the recipient's account. */
        void in(Transaction tx);
    }

    /**
     * A message that is about to be filed.
     *
     * @param account whose it is going to be
     * @param scope the account's data
     * @param sender the return path; empty for a message that nobody answers
     * @param recipient the address by which it came
     * @param message its bytes
     * @param at the time
     */
    record Arriving(Account account, Scope scope, String sender, String recipient, Stored message, Instant at) {}
}
