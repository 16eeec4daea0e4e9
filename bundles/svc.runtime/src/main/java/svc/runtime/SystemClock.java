package svc.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/** The clock of the machine. A single thread runs the scheduled tasks. */
@Component(service = Clock.class, immediate = true)
public final class SystemClock implements Clock {

    private static final Logger LOG = LoggerFactory.getLogger(SystemClock.class);

    private final ScheduledThreadPoolExecutor alarms;

    /** Starts the thread that runs the scheduled tasks. */
    @Activate
    public SystemClock() {
        alarms = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "svc-clock");
            thread.setDaemon(true);
            return thread;
        });
        alarms.setRemoveOnCancelPolicy(true);
        alarms.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Alarm schedule(Duration delay, Runnable task) {
        Future<?> waiting = alarms.schedule(() -> run(task), Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | LinkageError e) {
            // LinkageError is also caught, because the classes of a stopped bundle may be missing. An uncaught failure
            // would not be reported.
            LOG.error("A task of the clock failed: {}", task.getClass().getName(), e);
        }
    }

    @Deactivate
    void stop() {
        alarms.shutdownNow();
    }
}
