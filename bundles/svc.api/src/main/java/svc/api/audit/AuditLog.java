package svc.api.audit;

import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * Keeps what was done, for a year. Its entries are never changed.
 *
 * <p>Threading: any thread. Lifecycle: there while its bundle is; nothing else may depend on it, so that a server without an
 * audit works like one with it.
 */
@ProviderType
public interface Audit {

    /**
     * Leaves an entry in the transaction in which the act itself happens, of any scope: both or neither.
     *
     * @throws RuntimeException when it cannot, so that the act is undone
     */
    void record(Transaction tx, Act act);

    /**
     * Leaves an entry about an act that has happened already, or was refused. It is durable when this returns. Where it
     * cannot be kept it stands in the log instead: what has been done is not undone by a missing entry.
     */
    void record(Act act);
}
