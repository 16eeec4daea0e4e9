package svc.api.store;

import java.time.Duration;
import org.osgi.annotation.versioning.ProviderType;

/** A handle of a scheduled background task. Thread-safe. */
@ProviderType
public interface BackgroundTaskHandle {

    /** Stops the task before its next slice. Earlier slices stay committed. */
    void cancel();

    /**
     * Waits for the end of the task. Returns true if all slices are done or the task was cancelled, false on timeout.
     *
     * @throws RuntimeException the exception thrown by a slice
     */
    boolean await(Duration atMost);

    /** Returns whether the task has ended: all slices are done, one threw an exception, or the task was cancelled. */
    boolean isDone();
}
