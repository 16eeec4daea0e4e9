package svc.admin.metrics;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;

/**
 * The operation {@code svc stats}: reports totals of the instance. They are metrics of the bundles. Every member is
 * always present, and 0 if no bundle reports it, so that scripts need no check (ADM-04).
 */
@Component
public final class StatsOperation implements OperationGroup {

    private final MetricSources sources;

    @Activate
    public StatsOperation(@Reference MetricSources sources) {
        this.sources = sources;
    }

    /** The totals. */
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
        sources.tell(figures);
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
