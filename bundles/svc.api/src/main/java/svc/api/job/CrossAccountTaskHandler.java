package svc.api.job;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.Transaction;

/**
 * Service that executes the tasks of one kind; see {@link CrossAccountTasks}. Register it as a service.
 *
 * <p>Threading: {@link #prepare} is called on a thread of the job queue, outside transactions and snapshots; see
 * {@link JobLane}. The effect runs on a thread of the store.
 */
@ConsumerType
public interface CrossAccountTaskHandler {

    /** Returns the kind of the tasks; begin it with the name of the bundle. */
    String name();

    /**
     * Returns the URN of a capability that the bundle offers. A task takes effect only while the tenant of the target
     * account can use it. Only the handlers of the server itself may return an empty value.
     */
    Optional<String> capability();

    /**
     * Returns whether an account may leave a task for an account of another tenant. Otherwise such a task fails. Only
     * the handlers of the server itself may return true.
     */
    default boolean crossesTenants() {
        return false;
    }

    /** Returns the lane of the tasks: by default one of their own, with one task at a time. */
    default JobLane lane() {
        return new JobLane(name(), 1);
    }

    /**
     * Prepares a task: reads, parses, stores bytes. It may be called again for a task, even after an effect was
     * returned.
     *
     * @throws IOException the task failed and is retried later; so it is after a {@link RuntimeException}. The message
     *     is shown to operators
     */
    Effect prepare(Task task) throws IOException;

    /** The effect of a task. */
    @ConsumerType
    @FunctionalInterface
    interface Effect {

        /** Applies the effect in a transaction of the target account. An exception rolls it back. */
        void apply(Transaction tx);
    }

    /**
     * A task.
     *
     * @param source the number of the account that left the task
     * @param target the account in which the task takes effect
     * @param scope the scope of the target account
     * @param body the body as it was added
     * @param addedAt the time at which the task was added
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Task(long source, Account target, Scope scope, byte[] body, Instant addedAt) {}
}
