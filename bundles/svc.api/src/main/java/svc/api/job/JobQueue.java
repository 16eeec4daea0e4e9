package svc.api.job;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * The durable queue of long-running jobs. Jobs run while the server runs, in the order and concurrency of their
 * {@link JobLane}. A failed job is retried with growing pauses, and an interrupted job is started again after a restart.
 * Jobs of a kind without a handler wait.
 *
 * <p>Threading: thread-safe.
 */
@ProviderType
public interface JobQueue {

    /**
     * Adds a job in the given transaction. The job can begin as soon as the transaction is committed.
     *
     * @param tx a transaction of the system scope for a {@link JobHandler}, or of the account for an
     *     {@link AccountJobHandler}
     * @param kind the name of the handler
     * @param subject the object of the job; no personal data, because the entry remains after the job is done
     */
    JobStatus add(Transaction tx, String kind, String subject);

    /**
     * Returns a job as the transaction sees it. A transaction of an account sees only the jobs of the account.
     */
    Optional<JobStatus> find(Transaction tx, String id);

    /**
     * Cancels a job that has not ended, or has failed. A waiting job does not run any more. A running job ends when its
     * handler looks at {@link JobHandler.Progress#isCancelled}.
     *
     * @param tx a transaction of the system scope, or of the account of the job
     * @return false if there is no such job, or it is done or cancelled
     */
    boolean cancel(Transaction tx, String id);
}
