package svc.store.sqlite;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.store.sqlite.disk.DiskReserve;

/** Creates the disk reserve at the start and passes it to the writer. */
@Component(service = ReserveKeeper.class, configurationPid = "svc.store", immediate = true)
@Designate(ocd = StoreConfig.class)
public final class ReserveKeeper {

    @Activate
    public ReserveKeeper(StoreConfig config, @Reference SqliteStore store) {
        store.writer().keep(DiskReserve.beside(store.connections().file(), config.reserve_bytes()));
    }
}
