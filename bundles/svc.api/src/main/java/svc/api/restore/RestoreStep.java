package svc.api.restore;

import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/**
 * Service that changes the data of one bundle after a backup was restored, because the time between the backup and the
 * restore is lost: a sign-in that was ended must not be valid again, and mail may have been sent already. A bundle whose
 * data can return unchanged needs no step. The store itself gives every account a new epoch and numbers that were never
 * used, so that the states that clients know cannot be compared.
 *
 * <p>The first start in a restored home calls all steps, in the order of their namespaces, before the server accepts
 * requests. If the start is interrupted or a step throws, the server is not ready, and the next start calls all steps
 * again. A step must therefore have the same result when it is repeated.
 *
 * <p>Threading: {@link #change} is called on a thread of the store, inside its transaction; {@link #finish} is called on
 * the thread of the start.
 */
@ConsumerType
public interface RestoreStep {

    /** The file in the home that a restore writes: it names the backup, and the steps are due as long as it exists. */
    String MARKER = "data/restore.json";

    /** The beginning of the name of a folder in the home with the files that the home had before a restore. */
    String REPLACED = "replaced-";

    /** Returns the namespace of the migrations whose tables this step changes. */
    String namespace();

    /**
     * Changes a portion: some hundred rows, or as many as the pace permits.
     *
     * @param tx a transaction in the scope of the system
     * @return whether data may remain that must be changed
     */
    default boolean change(RestoredBackup backup, Transaction tx, Pace pace) {
        return false;
    }

    /** Completes the step outside a transaction. The step may use the store. */
    default void finish(RestoredBackup backup) {}
}
