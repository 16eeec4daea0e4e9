package svc.store.sqlite;

import java.io.File;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.store.sqlite.writer.WriterThread;

/** Metrics of the store: commits, writes, waiting calls, times and file sizes. */
@Component(service = MetricSource.class)
public final class StoreMetrics implements MetricSource {

    private static final double NANOS = 1e9;

    private final SqliteStore store;

    @Activate
    public StoreMetrics(@Reference SqliteStore store) {
        this.store = store;
    }

    @Override
    public void collect(MetricSink sink) {
        WriterThread writer = store.writer();
        sink.counter("store_commits_total", "Commits", writer.commits());
        sink.counter("store_writes_total", "Writes; one commit can contain many", writer.units());
        sink.gauge("store_waiting_writes", "Writes in the queue", writer.waiting());
        sink.gauge(
                "store_waiting_reads",
                "Reads that wait for a connection",
                store.pool().waiting());
        sink.histogram(
                "store_group_seconds",
                "Time from the first write of a commit group to its durable commit",
                writer.groups());
        sink.histogram(
                "store_unit_seconds",
                "Time that one write occupied the writer",
                writer.unitTimes().timings());
        sink.gauge(
                "store_longest_unit_cpu_seconds",
                "The most processor time that one write took since the start; the first write of each kind is not counted",
                writer.unitTimes().longestCpu() / NANOS);
        File database = store.connections().file().toFile();
        sink.gauge("store_database_bytes", "Size of the database file", (double) database.length());
        sink.gauge("store_log_bytes", "Size of the write-ahead log", (double)
                store.connections().log().toFile().length());
        sink.gauge("store_free_bytes", "Free space on the disk of the database", (double) database.getUsableSpace());
    }
}
