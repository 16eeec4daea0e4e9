package svc.store.sqlite;

import java.io.File;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** What the store counts. */
@Component(service = MetricSource.class)
public final class StoreMeters implements MetricSource {

    private final SqliteStore store;

    /** Of this store. */
    @Activate
    public StoreMeters(@Reference SqliteStore store) {
        this.store = store;
    }

    @Override
    public void tell(MetricSink sink) {
        WriterThread writer = store.writer();
        sink.counter("store_commits_total", "Commits", writer.commits());
        sink.counter("store_writes_total", "Writes, of which a commit takes many", writer.units());
        sink.gauge("store_waiting_writes", "Writes that wait for their turn", writer.waiting());
        sink.timings(
                "store_group_seconds", "From the first write of a group to its commit on the disk", writer.groups());
        File database = store.connections().file().toFile();
        sink.gauge("store_database_bytes", "Size of the database file", (double) database.length());
        sink.gauge("store_log_bytes", "Size of the write-ahead log", (double)
                store.connections().log().toFile().length());
        sink.gauge("store_free_bytes", "Room on the disk of the database", (double) database.getUsableSpace());
    }
}
