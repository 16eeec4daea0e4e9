package svc.blobs;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.store.Store;

/** How many blobs there are and what they weigh: counted as they come and go, a row for each organization. */
@Component(service = MetricSource.class)
public final class BlobMeters implements MetricSource {

    private final Store store;
    private final Losses losses;
    private final Collector collector;

    /** Of these. */
    @Activate
    public BlobMeters(@Reference Store store, @Reference Losses losses, @Reference Collector collector) {
        this.store = store;
        this.losses = losses;
        this.collector = collector;
    }

    private record Counts(long blobs, long bytes, long damaged) {}

    @Override
    public void tell(MetricSink sink) {
        List<Counts> counts = store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(
                                "SELECT sum(blobs), sum(bytes), (SELECT count(*) FROM blob_damage) FROM blob_organization",
                                row -> new Counts(row.number(1), row.number(2), row.number(3))));
        sink.gauge("blobs", "Blobs that accounts hold", (double) counts.get(0).blobs());
        sink.gauge("blob_bytes", "What they weigh, before encryption", (double)
                counts.get(0).bytes());
        sink.gauge("blobs_found_damaged", "Blobs that the last scrub found missing or damaged", (double)
                counts.get(0).damaged());
        sink.counter(
                "data_loss_total", "Blobs whose bytes were found missing or damaged when asked for", losses.count());
        sink.counter("blobs_collected_total", "Blobs removed that nothing referred to", collector.removed());
    }
}
