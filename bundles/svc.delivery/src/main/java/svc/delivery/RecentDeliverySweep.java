package svc.delivery;

import java.time.Instant;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.BackgroundTask;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Deletes expired rows of recent deliveries once an hour. */
@Component(immediate = true, service = RecentDeliverySweep.class)
public final class RecentDeliverySweep {

    private static final int PORTION = 400;

    private final HourlySweep sweep;

    @Activate
    public RecentDeliverySweep(@Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(store, clock, RecentDeliverySweep::slice);
    }

    private static BackgroundTask slice(Instant now) {
        return (tx, pace) -> RecentDeliveries.purge(tx.sql(), now, PORTION) == PORTION;
    }

    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
