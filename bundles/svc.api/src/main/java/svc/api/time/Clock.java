package svc.api.time;

import java.time.Duration;
import java.time.Instant;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The only source of time: wall-clock time, monotonic time and scheduled tasks. A test replaces the clock and advances
 * all three together.
 *
 * <p>Threading: thread-safe; no method blocks. Lifecycle: registered before any component that needs it; tasks that
 * have not run when the server stops are dropped.
 */
@ProviderType
public interface Clock {

    /**
     * Returns the wall-clock time, for values that users and other servers see. It can step back when the machine's
     * clock is corrected.
     */
    Instant now();

    /** Returns a monotonic time in nanoseconds, for time limits and durations. Only differences are meaningful. */
    long nanos();

    /**
     * Runs {@code task} once, after {@code delay} has passed on the monotonic clock. The task runs on a thread of the
     * clock and must be short; use another thread for longer work.
     */
    Alarm schedule(Duration delay, Runnable task);

    /**
     * Runs {@code task} once at a wall-clock time; at once if the time is over. A later correction of the machine's clock
     * does not move it.
     */
    default Alarm scheduleAt(Instant time, Runnable task) {
        Duration delay = Duration.between(now(), time);
        return schedule(delay.isNegative() ? Duration.ZERO : delay, task);
    }

    /** A scheduled task. */
    @ProviderType
    interface Alarm {
        /** Cancels the task unless it has started. Returns true if the task will never run. */
        boolean cancel();
    }
}
