package svc.store.sqlite;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.store.sqlite.writer.SqliteTransaction;

/** Returns the free pages of the database file to the file system once an hour, in slices between other writes. */
@Component(service = FreePagesSweep.class, immediate = true)
public final class FreePagesSweep {

    private final HourlySweep sweep;

    @Activate
    public FreePagesSweep(@Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(store, clock, now -> (tx, pace) -> ((SqliteTransaction) tx).giveBackPages(pace));
    }

    /** Stops the sweep. */
    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
