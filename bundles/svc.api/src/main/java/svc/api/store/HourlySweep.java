package svc.api.store;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/**
 * Runs a small background task in the system scope once an hour, for example to delete expired rows. The component that
 * needs the sweep creates it at activation and stops it at deactivation.
 *
 * <p>Thread-safe. The first run is one hour after construction, so that nothing uses the store while the server starts.
 */
public final class HourlySweep {

    private static final Duration PAUSE = Duration.ofHours(1);

    private final Store store;
    private final Clock clock;
    private final Function<Instant, BackgroundTask> slices;
    private Alarm alarm;
    private @Nullable BackgroundTaskHandle job;

    /**
     * Schedules the first run.
     *
     * @param store the store to run the tasks in
     * @param clock schedules the runs
     * @param slices creates the task of one run from the current time
     */
    public HourlySweep(Store store, Clock clock, Function<Instant, BackgroundTask> slices) {
        this.store = store;
        this.clock = clock;
        this.slices = slices;
        this.alarm = clock.schedule(PAUSE, this::sweep);
    }

    private synchronized void sweep() {
        job = store.schedule(Scope.system(), slices.apply(clock.now()));
        alarm = clock.schedule(PAUSE, this::sweep);
    }

    /** Cancels the next run and the current task. */
    public synchronized void stop() {
        alarm.cancel();
        if (job != null) {
            job.cancel();
        }
    }
}
