package svc.api.delivery;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.Transaction;

/**
 * Service that inspects each incoming message before it is filed in an account. Register it as a service.
 *
 * <p>Threading: {@link #beforeFiling} is called on threads of the server, for several messages at the same time, outside
 * transactions and snapshots. The returned effect runs on the writer thread of the store. Lifecycle: called while the
 * hook is registered. If the hook throws, the exception is logged, and the message is filed without the effect of this
 * hook.
 */
@ConsumerType
public interface DeliveryHook {

    /**
     * Returns the change to make in the transaction that files the message; empty for no change. Can be called more
     * than once for a message.
     */
    Optional<Effect> beforeFiling(IncomingMessage message) throws IOException;

    /** A change in the transaction that files the message. */
    @ConsumerType
    @FunctionalInterface
    interface Effect {

        /** Applies the change in a transaction of the recipient's account. */
        void apply(Transaction tx);
    }

    /**
     * A message that is about to be filed.
     *
     * @param account the account of the recipient
     * @param scope the data of this account
     * @param sender the return path; empty for the null reverse-path
     * @param recipient the address to which the message was sent
     * @param message the bytes of the message
     * @param at the current time
     */
    record IncomingMessage(
            Account account, Scope scope, String sender, String recipient, StoredBlob message, Instant at) {}
}
