package svc.api.audit;

import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * The audit log. It keeps each event for one year and never changes an entry.
 *
 * <p>Threading: thread-safe. Lifecycle: registered while its bundle is active. Other bundles must use it as an optional
 * service: the server also works without an audit log.
 */
@ProviderType
public interface AuditLog {

    /**
     * Writes an event in the transaction of the audited action. The event is stored only if the transaction commits.
     * The transaction can have any scope.
     *
     * @throws RuntimeException the event cannot be written; the transaction is rolled back
     */
    void record(Transaction tx, AuditEvent act);

    /**
     * Writes an event about an action that has completed or was rejected. The entry is durable when this method
     * returns. If the entry cannot be stored, it is written to the server log instead; the action is not undone.
     */
    void record(AuditEvent act);
}
