package svc.audit;

import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Deletes entries that are older than a year, some at a time. */
@Component(service = AuditSweep.class, immediate = true)
public final class AuditSweep {

    /** How long an entry is kept. */
    static final Duration KEPT = Duration.ofDays(365);

    private static final int AT_ONCE = 200;

    private final HourlySweep sweep;

    /** Begins with the first pause. */
    @Activate
    public AuditSweep(@Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(
                store, clock, now -> (tx, pace) -> AuditRows.sweep(tx.sql(), now.minus(KEPT), AT_ONCE) == AT_ONCE);
    }

    /** Ends it. */
    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
