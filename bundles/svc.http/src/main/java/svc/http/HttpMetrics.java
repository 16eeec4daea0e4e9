package svc.http;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.http.server.ConnectionLimiter;

/** Metrics of the HTTP server: connections, and requests by route. */
@Component(service = MetricSource.class)
public final class HttpMetrics implements MetricSource {

    private final HttpServer http;

    @Activate
    public HttpMetrics(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public void collect(MetricSink sink) {
        http.running().ifPresent(server -> {
            sink.gauge("http_connections", "Open connections", server.connections());
            ConnectionLimiter.Usage usage = server.connectionUsage();
            sink.counter(
                    "http_connections_replaced_total",
                    "Idle connections that were closed to make room for a newer one",
                    usage.replaced());
            sink.counter(
                    "http_connections_refused_total",
                    "Connections that were rejected because all others carried a request",
                    usage.refused());
            server.metrics().collect(sink);
        });
    }
}
