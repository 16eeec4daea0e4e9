package svc.api.store;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/**
 * Does small work in the system's scope once an hour, in slices between the work of others: deleting what is out of date. Made
 * by the component that wants it, and stopped when that goes.
 *
 * <p>Threading: any thread. Lifecycle: begins with the first pause, so that nothing touches the store while a server starts.
 */
public final class HourlySweep {

    private static final Duration PAUSE = Duration.ofHours(1);

    private final Store store;
    private final Clock clock;
    private final Function<Instant, Slice> slices;
    private Alarm alarm;
    private @Nullable Job job;

    /**
     * Begins.
     *
     * @param slices the work of one time, by the time it is
     */
    public HourlySweep(Store store, Clock clock, Function<Instant, Slice> slices) {
        this.store = store;
        this.clock = clock;
        this.slices = slices;
        this.alarm = clock.after(PAUSE, this::sweep);
    }

    private synchronized void sweep() {
        job = store.job(Scope.system(), slices.apply(clock.now()));
        alarm = clock.after(PAUSE, this::sweep);
    }

    /** Ends it. */
    public synchronized void stop() {
        alarm.cancel();
        if (job != null) {
            job.cancel();
        }
    }
}
