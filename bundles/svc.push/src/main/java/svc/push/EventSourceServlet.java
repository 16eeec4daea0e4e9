package svc.push;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.json.Json;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** The event stream of state changes (RFC 8620 §7.3), with and without a slash at the end of the path. */
@Component(service = {Servlet.class, MetricSource.class})
@HttpRoute(
        path = {"/jmap/eventsource", "/jmap/eventsource/"},
        method = "GET",
        compressed = false)
public final class EventSourceServlet extends HttpServlet implements MetricSource {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient EventStreamEndpoint.Route route;
    private final transient EventStreamMetrics meters;

    @Activate
    public EventSourceServlet(@Reference EventStreamEndpoint endpoint, @Reference Json json) {
        EventSourceFormat text = new EventSourceFormat(json);
        this.meters = endpoint.meters();
        this.route = endpoint.route(true, (feed, wish, since) -> {
            feed.subscribe(wish.types(), since);
            return new StateEventWriter(feed, text);
        });
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        route.get(request, response, true);
    }

    @Override
    protected void doHead(HttpServletRequest request, HttpServletResponse response) throws IOException {
        doGet(request, response);
    }

    @Override
    public void destroy() {
        route.end();
    }

    @Override
    public void collect(MetricSink sink) {
        sink.gauge("streams", "Open event streams and WebSockets", route.size(), "transport", "events");
        sink.counter("stream_events_total", "State events sent", meters.events().sum());
        sink.counter(
                "streams_refused_total",
                "Streams rejected by the limit per account",
                meters.refused().sum());
        sink.counter(
                "streams_stalled_total",
                "Streams closed because the client did not read",
                meters.stalled().sum());
    }
}
