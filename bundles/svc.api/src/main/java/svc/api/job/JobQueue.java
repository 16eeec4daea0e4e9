package svc.api.job;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * The durable queue of long-running jobs. While the server runs, jobs are executed one at a time. A failed job is
 * retried with growing pauses, and an interrupted job is started again after a restart.
 *
 * <p>Threading: thread-safe.
 */
@ProviderType
public interface JobQueue {

    /**
     * Adds a job in the given transaction.
     *
     * @param tx a transaction of the system scope
     * @param kind the name of a {@link JobHandler}
     * @param subject the object of the job; no personal data, because the entry remains after the job is done
     */
    JobStatus add(Transaction tx, String kind, String subject);

    /** Starts waiting jobs without delay. Call this after the commit of the transaction that added a job. */
    void wake();

    /**
     * Returns a job.
     *
     * @param tx a transaction of the system scope
     */
    Optional<JobStatus> find(Transaction tx, String id);
}
