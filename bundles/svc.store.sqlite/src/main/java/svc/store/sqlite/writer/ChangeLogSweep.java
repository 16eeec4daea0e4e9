package svc.store.sqlite.writer;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Changes;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;

/**
 * Purges changes older than the retention period (CHG-12, LIM-09). The cost does not grow with the number of accounts.
 */
@Component(service = ChangeLogSweep.class, immediate = true)
public final class ChangeLogSweep {

    private final HourlySweep sweep;

    @Activate
    public ChangeLogSweep(@Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(
                store,
                clock,
                now -> (tx, pace) -> ((SqliteTransaction) tx).purgeExpired(now.minus(Changes.RETENTION), pace));
    }

    /** Stops the sweep. */
    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
