package svc.api.store;

import java.time.Duration;
import org.osgi.annotation.versioning.ProviderType;

/** A long work under way. Threading: any thread. */
@ProviderType
public interface Job {

    /** Runs no further slice. What earlier slices did stays. */
    void cancel();

    /**
     * Waits for the end: true when every slice is done or the job was cancelled, false when the time was over before.
     *
     * @throws RuntimeException what a slice threw
     */
    boolean await(Duration atMost);

    /** Whether no slice runs any more: all are done, one threw, or the job was cancelled. */
    boolean ended();
}
