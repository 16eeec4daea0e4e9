package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A work that reads. Called once, on the thread that asked for it; the snapshot ends with it.
 *
 * @param <R> what it finds
 */
@ConsumerType
@FunctionalInterface
public interface Reading<R> {

    /** Reads. */
    R in(Snapshot snapshot);
}
