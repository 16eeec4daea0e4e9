package svc.store.sqlite;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.shared.Leases;
import svc.api.store.Changes;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.store.sqlite.writer.SqliteTransaction;

/**
 * Purges changes older than the retention period (CHG-12, LIM-09) and returns the free pages of the database file to
 * the file system once an hour, in slices between other writes. The cost does not grow with the number of accounts.
 */
@Component(service = StoreSweep.class, immediate = true)
public final class StoreSweep {

    private final HourlySweep changes;
    private final HourlySweep freePages;

    @Activate
    public StoreSweep(@Reference Leases leases, @Reference Store store, @Reference Clock clock) {
        this.changes = new HourlySweep(
                leases,
                "svc.store.changes",
                store,
                clock,
                now -> (tx, pace) -> ((SqliteTransaction) tx).purgeExpired(now.minus(Changes.RETENTION), pace));
        this.freePages = new HourlySweep(
                leases,
                "svc.store.pages",
                store,
                clock,
                now -> (tx, pace) -> ((SqliteTransaction) tx).giveBackPages(pace));
    }

    /** Stops the sweeps. */
    @Deactivate
    public void stop() {
        changes.stop();
        freePages.stop();
    }
}
