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

/** The stream of events (RFC 8620 §7.3), with and without a slash at its end. */
@Component(service = {Servlet.class, MetricSource.class})
@HttpRoute(
        path = {"/jmap/eventsource", "/jmap/eventsource/"},
        method = "GET",
        compressed = false)
public final class EventSourceServlet extends HttpServlet implements MetricSource {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient EventDoor.Route route;
    private final transient EventMeters meters;

    /** Tells what the hub hears. */
    @Activate
    public EventSourceServlet(@Reference EventDoor door, @Reference Json json) {
        EventText text = new EventText(json);
        this.meters = door.meters();
        this.route = door.route((feed, wish, since) -> {
            feed.follow(wish.types(), since);
            return new StateTelling(feed, text);
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
    public void tell(MetricSink sink) {
        sink.gauge("streams", "Streams of events and sockets that are open", route.size(), "transport", "events");
        sink.counter(
                "stream_events_total",
                "State events that were written",
                meters.events().sum());
        sink.counter(
                "streams_refused_total",
                "Streams beyond the limit of an account",
                meters.refused().sum());
        sink.counter(
                "streams_stalled_total",
                "Streams that were ended because nobody read them",
                meters.stalled().sum());
    }
}
