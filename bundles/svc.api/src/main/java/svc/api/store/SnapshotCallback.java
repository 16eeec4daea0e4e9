package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A callback that reads. Called once, on the calling thread. The snapshot ends with the callback.
 *
 * @param <R> the type of the result
 */
@ConsumerType
@FunctionalInterface
public interface SnapshotCallback<R> {

    /** Reads from the snapshot. */
    R run(Snapshot snapshot);
}
