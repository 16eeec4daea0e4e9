package svc.admin.metrics;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.metrics.MetricCollection;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;

/** Collects the metrics of all registered sources, and reports their totals with {@code svc stats}. Thread-safe. */
@Component(service = {MetricSources.class, MetricCollection.class, OperationGroup.class})
public final class MetricSources implements MetricCollection, OperationGroup {

    private static final Logger LOG = LoggerFactory.getLogger(MetricSources.class);

    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    public void add(MetricSource source) {
        sources.add(source);
    }

    void remove(MetricSource source) {
        sources.remove(source);
    }

    /** Returns all metrics in the text format of Prometheus. */
    String text() {
        PrometheusTextWriter exposition = new PrometheusTextWriter();
        collect(exposition);
        return exposition.text();
    }

    @Override
    public void collect(MetricSink sink) {
        for (MetricSource source : sources) {
            try {
                source.collect(sink);
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("{} could not report its metrics", source.getClass().getName(), e);
            }
        }
    }

    /** The totals of the instance. Every member is always present, and 0 if no bundle reports it (ADM-04). */
    record Stats(
            long accounts,
            long tenants,
            long messages,
            Blobs blobs,
            Queue queue,
            long sessions,
            long streams,
            long dbBytes,
            long walBytes,
            long uptimeSeconds) {}

    /** The number and size of the blob files. */
    record Blobs(long count, long bytes) {}

    /** The outbound mail queue. */
    record Queue(long waiting, long deferred) {}

    @Operation(
            command = "stats",
            help = "Count accounts, messages, blobs, sessions and queued messages",
            routes = "GET /stats")
    public Stats stats() {
        MetricTotals figures = new MetricTotals();
        collect(figures);
        return new Stats(
                figures.of("accounts"),
                figures.of("tenants"),
                figures.of("messages"),
                new Blobs(figures.of("blobs"), figures.of("blob_bytes")),
                new Queue(figures.of("queue_waiting"), figures.of("queue_deferred")),
                figures.of("sessions"),
                figures.of("streams"),
                figures.of("store_database_bytes"),
                figures.of("store_log_bytes"),
                figures.of("uptime_seconds"));
    }
}
