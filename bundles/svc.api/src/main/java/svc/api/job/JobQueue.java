package svc.api.job;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * The durable list of long works. They are done one at a time while a server runs, each until it is done: again after a
 * failure, with pauses that grow, and anew after a restart.
 *
 * <p>Threading: any thread.
 */
@ProviderType
public interface Jobs {

    /**
     * Puts a job on the list, with everything else the transaction does or not at all.
     *
     * @param tx a transaction of the system's scope
     * @param kind the name of a {@link JobKind}
     * @param subject to what it is done; no personal data, for it stays when the job is done
     */
    JobStatus add(Transaction tx, String kind, String subject);

    /** To be called after that transaction, so that the job begins without delay. */
    void wake();

    /** One of them, as a transaction of the system's scope sees it. */
    Optional<JobStatus> find(Transaction tx, String id);
}
