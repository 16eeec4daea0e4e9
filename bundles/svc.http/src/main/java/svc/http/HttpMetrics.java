package svc.http;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** What the HTTP server counts. */
@Component(service = MetricSource.class)
public final class HttpMeters implements MetricSource {

    private final HttpServer http;

    /** Of this server. */
    @Activate
    public HttpMeters(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public void tell(MetricSink sink) {
        http.running().ifPresent(server -> {
            sink.gauge("http_connections", "Open connections", server.connections());
            server.tally().tell(sink);
        });
    }
}
