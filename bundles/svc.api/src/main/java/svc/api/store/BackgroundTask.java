package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A long task that runs in short slices. The store calls {@link #run} once for each slice, each time in its own
 * transaction on a thread of the store, never concurrently.
 *
 * <p>The store may call a slice again after it has undone it, for example after a conflict; the rules of
 * {@link TransactionCallback} apply. A task therefore keeps its progress in its rows. It changes its fields only in a
 * {@link Transaction#afterCommit} callback, or so that the next call sets them anew.
 */
@ConsumerType
@FunctionalInterface
public interface BackgroundTask {

    /**
     * Runs one slice and returns when {@code pace} requires it (after ten milliseconds at most). An exception rolls
     * back this slice and ends the task; earlier slices stay committed.
     *
     * @return true if more slices are needed
     */
    boolean run(Transaction tx, Pace pace);

    /** Returns the name of the task for log messages about slow slices. */
    default String name() {
        return getClass().getName();
    }

    /** Limits the duration of a slice. */
    @ProviderType
    @FunctionalInterface
    interface Pace {

        /** Returns false when the time of the slice is over or a write is waiting. */
        boolean mayContinue();
    }
}
