package svc.delivery;

import java.time.Instant;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.HourlySweep;
import svc.api.store.Slice;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Forgets which messages came, when that is long ago. */
@Component(immediate = true, service = QueueSweep.class)
public final class QueueSweep {

    private static final int PORTION = 400;

    private final HourlySweep sweep;

    /** Sweeps here. */
    @Activate
    public QueueSweep(@Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(store, clock, QueueSweep::slice);
    }

    private static Slice slice(Instant now) {
        return (tx, pace) -> RecentLetters.forget(tx.sql(), now, PORTION) == PORTION;
    }

    /** Ends with the component. */
    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
