package svc.admin;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.Route;

/**
 * {@code svc stats}: the figures of the instance. They are metrics that bundles tell; each member is there whatever is
 * installed, and 0 where nobody tells it, so that a script need not ask (ADM-04).
 */
@Component(service = AdminOperation.class)
public final class StatsOperation implements AdminOperation<NoArguments, StatsOperation.Stats> {

    private final MetricSources sources;

    /** Asks these. */
    @Activate
    public StatsOperation(@Reference MetricSources sources) {
        this.sources = sources;
    }

    /** The figures. */
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

    /** Files and what they weigh. */
    record Blobs(long count, long bytes) {}

    /** Messages on their way out. */
    record Queue(long waiting, long deferred) {}

    @Override
    public String noun() {
        return "stats";
    }

    @Override
    public String help() {
        return "How much of everything there is";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/stats"));
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public Stats run(NoArguments arguments) {
        Figures figures = new Figures();
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
