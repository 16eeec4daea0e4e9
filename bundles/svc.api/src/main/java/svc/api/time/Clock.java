package svc.api.time;

import java.time.Duration;
import java.time.Instant;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The one source of time. It tells the wall time, a monotonic time that never steps back, and runs tasks later; a test
 * replaces it and moves all three together.
 *
 * <p>Threading: every method may be called from any thread and returns at once. Lifecycle: present before any component
 * that needs it; tasks still waiting when the server stops are dropped.
 */
@ProviderType
public interface Clock {

    /** The wall time, for what people and other servers see. It may step back when the machine's time is corrected. */
    Instant now();

    /** Nanoseconds that never step back, for time limits and durations. Only differences have a meaning. */
    long nanos();

    /**
     * Runs {@code task} once, not before {@code delay} has passed on the monotonic time. The task runs on a thread of the
     * clock and must be short: hand longer work to a thread of its own.
     */
    Alarm after(Duration delay, Runnable task);

    /** A task that waits for its time. */
    @ProviderType
    interface Alarm {
        /** Forgets the task unless it has begun; true when it will not run. */
        boolean cancel();
    }
}
