package svc.blobs;

import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.blobs.maintenance.BlobGarbageCollector;
import svc.blobs.recovery.DataLossLog;

/**
 * Metrics of the number, size and state of all blobs. The counts are updated per organization when blobs are added and
 * removed.
 */
@Component(service = MetricSource.class)
public final class BlobMetrics implements MetricSource {

    /** The counts are read again when this multiple of the time has passed that the last reading took. */
    private static final int PAUSE = 20;

    private final Store store;
    private final DataLossLog dataLossLog;
    private final BlobGarbageCollector collector;
    private final Clock clock;
    private @Nullable Counts last;
    private long again;

    @Activate
    public BlobMetrics(
            @Reference Store store,
            @Reference DataLossLog dataLossLog,
            @Reference BlobGarbageCollector collector,
            @Reference Clock clock) {
        this.store = store;
        this.dataLossLog = dataLossLog;
        this.collector = collector;
        this.clock = clock;
    }

    private record Counts(long blobs, long bytes, long damaged) {}

    @Override
    public void collect(MetricSink sink) {
        Counts counts = counts();
        sink.gauge("blobs", "Blobs held by accounts", (double) counts.blobs());
        sink.gauge("blob_bytes", "Bytes of the blobs held by accounts, before encryption", (double) counts.bytes());
        sink.gauge(
                "blobs_found_damaged", "Blobs that the last scrub found missing or damaged", (double) counts.damaged());
        sink.counter(
                "data_loss_total", "Blobs whose bytes were missing or damaged when requested", dataLossLog.count());
        sink.counter("blobs_collected_total", "Unreferenced blobs removed", collector.removed());
    }

    private synchronized Counts counts() {
        long began = clock.nanos();
        Counts known = last;
        if (known == null || began >= again) {
            known = store.read(
                    Scope.system(),
                    snapshot -> snapshot.sql()
                            .first(
                                    "SELECT count(*), coalesce(sum(size), 0), (SELECT count(*) FROM blob_damage)"
                                            + " FROM (SELECT max(size) AS size FROM blob_right GROUP BY organization, hash) held",
                                    row -> new Counts(row.getLong(1), row.getLong(2), row.getLong(3)))
                            .orElseThrow());
            last = known;
            again = clock.nanos() + PAUSE * (clock.nanos() - began);
        }
        return known;
    }
}
