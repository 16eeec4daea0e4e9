package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A callback that reads, on the calling thread. The snapshot ends with the callback. A snapshot has no conflicts, so the callback
 * is called once, unlike a {@link TransactionCallback}, and may pass on what it reads as it reads it.
 *
 * @param <R> the type of the result
 */
@ConsumerType
@FunctionalInterface
public interface SnapshotCallback<R> {

    /** Reads from the snapshot. */
    R run(Snapshot snapshot);
}
