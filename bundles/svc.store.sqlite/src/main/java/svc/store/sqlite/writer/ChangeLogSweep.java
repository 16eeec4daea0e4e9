package svc.store.sqlite;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Changes;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Forgets the changes that are older than the retention (CHG-12, LIM-09). What it costs does not grow with the accounts. */
@Component(service = ChangeLogSweep.class, immediate = true)
public final class ChangeLogSweep {

    private final HourlySweep sweep;

    /** Begins with the first pause. */
    @Activate
    public ChangeLogSweep(@Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(
                store,
                clock,
                now -> (tx, pace) -> ((SqliteTransaction) tx).purgeExpired(now.minus(Changes.RETENTION), pace));
    }

    /** Ends it. */
    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
