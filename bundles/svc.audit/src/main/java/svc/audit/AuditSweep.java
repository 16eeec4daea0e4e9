package svc.audit;

import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.shared.Leases;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Deletes audit entries older than a year, in portions. */
@Component(service = AuditSweep.class, immediate = true)
public final class AuditSweep {

    /** The retention time of an entry. */
    static final Duration KEPT = Duration.ofDays(365);

    private static final int AT_ONCE = 200;

    private final HourlySweep sweep;

    @Activate
    public AuditSweep(@Reference Leases leases, @Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(
                leases,
                "svc.audit",
                store,
                clock,
                now -> (tx, pace) -> AuditRows.sweep(tx.sql(), now.minus(KEPT), AT_ONCE) == AT_ONCE);
    }

    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
