package svc.audit;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Job;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/** Deletes entries that are older than a year, some at a time. */
@Component(service = AuditSweep.class, immediate = true)
public final class AuditSweep {

    /** How long an entry is kept. */
    static final Duration KEPT = Duration.ofDays(365);

    private static final Duration PAUSE = Duration.ofHours(1);
    private static final int AT_ONCE = 200;

    private final Store store;
    private final Clock clock;
    private Alarm alarm;
    private @Nullable Job job;

    /** Begins with the first pause. */
    @Activate
    public AuditSweep(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
        this.alarm = clock.after(PAUSE, this::sweep);
    }

    private synchronized void sweep() {
        Instant before = clock.now().minus(KEPT);
        Slice slice = (tx, pace) -> AuditRows.sweep(tx.sql(), before, AT_ONCE) == AT_ONCE;
        job = store.job(Scope.system(), slice);
        alarm = clock.after(PAUSE, this::sweep);
    }

    /** Ends it. */
    @Deactivate
    public synchronized void stop() {
        alarm.cancel();
        if (job != null) {
            job.cancel();
        }
    }
}
