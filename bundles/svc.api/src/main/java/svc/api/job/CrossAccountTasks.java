package svc.api.job;

import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * Tasks that one account leaves for another. A task is stored in the transaction that adds it, and takes effect exactly
 * once, in one transaction with its removal, even if the server is killed at any point. A task that fails is retried
 * with growing pauses for about two days. Then it stays in the list of {@code svc job list} until an operator retries or
 * cancels it. Tasks of one kind for one account begin in the order in which they are due; a task that is retried does
 * not hold up the others.
 *
 * <p>Threading: thread-safe.
 */
@ProviderType
public interface CrossAccountTasks {

    /** The maximum size of a body in bytes. */
    int MOST_BYTES = 1_048_576;

    /**
     * Adds a task in the given transaction.
     *
     * @param tx a transaction of the account that leaves the task
     * @param kind the name of a {@link CrossAccountTaskHandler}
     * @param target the number of the account in which the task takes effect: an account of the same tenant (except as
     *     in {@link CrossAccountTaskHandler#crossesTenants}), which may be the account of the transaction
     * @param body what the handler needs to know, at most {@link #MOST_BYTES}
     */
    void add(Transaction tx, String kind, long target, byte[] body);
}
