package svc.api.operation;

import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * Writes the audit entry of an operation in the transaction of the operation: the entry is stored only if the
 * transaction commits. The server adds the actor, the action and its arguments; the operation supplies the target. If
 * the transaction is in the scope of an account, or the target is an account id, the arguments are removed from the
 * entry when that account is erased.
 *
 * <p>Threading: used inside the transaction.
 */
@ProviderType
@FunctionalInterface
public interface AuditRecorder {

    /** Writes no entries. */
    AuditRecorder NONE = (tx, organization, id) -> {};

    /**
     * Writes an entry for a completed operation. Can be called once for each target. After such a call, the server
     * itself writes no entry for the run.
     *
     * @param organization the id of the affected tenant
     * @param id the id of the target
     * @throws RuntimeException the entry cannot be written; the transaction is rolled back
     */
    void record(Transaction tx, String organization, String id);
}
