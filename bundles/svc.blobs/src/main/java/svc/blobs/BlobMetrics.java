package svc.blobs;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.maintenance.BlobGarbageCollector;
import svc.blobs.recovery.DataLossLog;

/**
 * Metrics of the number, size and state of all blobs. The counts are updated per organization when blobs are added and
 * removed.
 */
@Component(service = MetricSource.class)
public final class BlobMetrics implements MetricSource {

    private final Store store;
    private final DataLossLog dataLossLog;
    private final BlobGarbageCollector collector;

    @Activate
    public BlobMetrics(
            @Reference Store store, @Reference DataLossLog dataLossLog, @Reference BlobGarbageCollector collector) {
        this.store = store;
        this.dataLossLog = dataLossLog;
        this.collector = collector;
    }

    private record Counts(long blobs, long bytes, long damaged) {}

    @Override
    public void collect(MetricSink sink) {
        List<Counts> counts = store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(
                                "SELECT sum(blobs), sum(bytes), (SELECT count(*) FROM blob_damage) FROM blob_organization",
                                row -> new Counts(row.getLong(1), row.getLong(2), row.getLong(3))));
        sink.gauge("blobs", "Blobs held by accounts", (double) counts.get(0).blobs());
        sink.gauge("blob_bytes", "Bytes of the blobs held by accounts, before encryption", (double)
                counts.get(0).bytes());
        sink.gauge("blobs_found_damaged", "Blobs that the last scrub found missing or damaged", (double)
                counts.get(0).damaged());
        sink.counter(
                "data_loss_total", "Blobs whose bytes were missing or damaged when requested", dataLossLog.count());
        sink.counter("blobs_collected_total", "Unreferenced blobs removed", collector.removed());
    }
}
