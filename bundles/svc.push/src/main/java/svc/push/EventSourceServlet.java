package svc.push;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.identity.Caller;
import svc.api.jmap.Sights;
import svc.api.json.Json;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.time.Clock;

/** The stream of events (RFC 8620 §7.3), with and without a slash at its end. */
@Component(service = {Servlet.class, MetricSource.class})
@HttpRoute(
        path = {"/jmap/eventsource", "/jmap/eventsource/"},
        method = "GET",
        compressed = false)
public final class EventSourceServlet extends HttpServlet implements MetricSource {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Each stream keeps one as long as it is open. */
    private static final int BUFFER = 4_096;

    private final transient StreamDoor door;
    private final transient Hub hub;
    private final transient Sights sights;
    private final transient EventStream.Ground ground;
    private final transient EventMeters meters = new EventMeters();
    private final transient OpenStreams streams = new OpenStreams();

    /** Tells what the hub hears. */
    @Activate
    public EventSourceServlet(
            @Reference StreamDoor door,
            @Reference Hub hub,
            @Reference Sights sights,
            @Reference Json json,
            @Reference Clock clock) {
        this.door = door;
        this.hub = hub;
        this.sights = sights;
        this.ground = new EventStream.Ground(new EventText(json), meters, clock);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Caller> caller = door.caller(request, response);
        if (caller.isEmpty()) {
            return;
        }
        Wish wish;
        try {
            wish = Wish.of(request::getParameter, sights.of(caller.get()).types());
        } catch (Wish.Unclear e) {
            door.refuse(response, e);
            return;
        }
        if (request.getMethod().equals("HEAD")) {
            head(response);
        } else {
            open(caller.get(), wish, request, response);
        }
    }

    private static void head(HttpServletResponse response) {
        response.setContentType("text/event-stream");
        response.setHeader("Cache-Control", "no-store, no-transform");
        response.setHeader("X-Accel-Buffering", "no"); // nginx would keep events back
    }

    @Override
    protected void doHead(HttpServletRequest request, HttpServletResponse response) throws IOException {
        doGet(request, response);
    }

    private void open(Caller caller, Wish wish, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        long account = caller.account().n();
        EventStream stream = new EventStream(wish, ground, gone -> streams.remove(account, gone));
        Optional<Feed> feed = hub.feed(caller, stream::work);
        // Of a client that went without a word one learns only by writing. So whoever comes again makes room for the
        // next one.
        streams.of(account).forEach(EventStream::probe);
        if (feed.isEmpty()) {
            meters.refused().increment();
            door.full(response, hub.most());
            return;
        }
        Optional<String> since =
                Optional.ofNullable(request.getHeader("Last-Event-ID")).filter(id -> !id.isEmpty());
        try {
            feed.get().follow(wish.types(), since);
            head(response);
            response.setBufferSize(BUFFER);
            streams.add(account, stream);
            stream.begin(feed.get(), request.startAsync(), response.getOutputStream());
        } catch (RuntimeException | IOException e) {
            streams.remove(account, stream);
            feed.get().close();
            throw e;
        }
    }

    /** The streams end when the route does: clients come again and tell what they saw last. */
    @Override
    public void destroy() {
        streams.all().forEach(EventStream::stop);
    }

    @Override
    public void tell(MetricSink sink) {
        sink.gauge("streams", "Streams of events and sockets that are open", streams.size(), "transport", "events");
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
