package svc.api.operation;

import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * The entry that a run leaves in the audit, for an operation whose act is a transaction of the store: both or neither, whenever
 * the server dies. Who ran it, the action and its arguments are known; the operation says what it was about. What the arguments
 * tell of an account goes when the account is erased, where the transaction is one of the account's scope or the id is its own.
 *
 * <p>Threading: inside the transaction.
 */
@ProviderType
@FunctionalInterface
public interface Trace {

    /** Of a run of which nobody keeps a trace. */
    Trace NONE = (tx, organization, id) -> {};

    /**
     * Leaves an entry that it was done. It may be called once for each thing that the act is about; none is left afterwards
     * then.
     *
     * @param organization the id of the organization that it is about
     * @param id what it was done to
     * @throws RuntimeException when it cannot, so that the act is undone
     */
    void leave(Transaction tx, String organization, String id);
}
