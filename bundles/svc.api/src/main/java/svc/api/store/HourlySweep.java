package svc.api.store;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.shared.Leases;
import svc.api.shared.Leases.Lease;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/**
 * Runs a small background task in the system scope once an hour, for example to delete expired rows. If the server has
 * several processes, one of them runs it. The component that needs the sweep creates it at activation and stops it at
 * deactivation.
 *
 * <p>Thread-safe. The first run is one hour after construction, so that nothing uses the store while the server starts.
 */
public final class HourlySweep {

    private static final Duration PAUSE = Duration.ofHours(1);

    private final Leases leases;
    private final String name;
    private final Store store;
    private final Clock clock;
    private final Function<Instant, BackgroundTask> slices;
    private Alarm alarm;
    private @Nullable Lease lease;
    private @Nullable BackgroundTaskHandle job;

    /**
     * Schedules the first run.
     *
     * @param leases selects the process that runs the sweep
     * @param name the name of the sweep, beginning with the name of the bundle
     * @param store the store to run the tasks in
     * @param clock schedules the runs
     * @param slices creates the task of one run from the current time
     */
    public HourlySweep(Leases leases, String name, Store store, Clock clock, Function<Instant, BackgroundTask> slices) {
        this.leases = leases;
        this.name = name;
        this.store = store;
        this.clock = clock;
        this.slices = slices;
        this.alarm = clock.schedule(PAUSE, this::sweep);
    }

    private synchronized void sweep() {
        leases.take(name, PAUSE).ifPresent(taken -> {
            lease = taken;
            job = store.schedule(Scope.system(), slices.apply(clock.now()));
        });
        alarm = clock.schedule(PAUSE, this::sweep);
    }

    /** Cancels the next run and the current task. */
    public synchronized void stop() {
        alarm.cancel();
        if (job != null) {
            job.cancel();
        }
        if (lease != null) {
            lease.release();
        }
    }
}
