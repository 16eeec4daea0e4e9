package svc.push;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.push.EventStreamProvider.Session;
import svc.api.push.SharedStates;
import svc.api.time.Clock;

/**
 * Opens event streams of any content: authenticates the client, parses the parameters, and keeps the streams of each
 * route.
 */
@Component(service = EventStreamEndpoint.class)
public final class EventStreamEndpoint {

    /** Size of the response buffer that each open stream holds. */
    private static final int BUFFER = 4_096;

    private final StreamAdmission admission;
    private final Hub hub;
    private final ReadableTypes readableTypes;
    private final SharedStates shared;
    private final Clock clock;
    private final EventStreamMetrics meters = new EventStreamMetrics();

    @Activate
    public EventStreamEndpoint(
            @Reference StreamAdmission admission,
            @Reference Hub hub,
            @Reference ReadableTypes readableTypes,
            @Reference SharedStates shared,
            @Reference Clock clock) {
        this.admission = admission;
        this.hub = hub;
        this.readableTypes = readableTypes;
        this.shared = shared;
        this.clock = clock;
    }

    EventStreamMetrics meters() {
        return meters;
    }

    /** Creates the writer of the events of one stream. */
    @FunctionalInterface
    interface EventWriterFactory {
        Session of(ChangeStream feed, EventSourceParameters parameters, Optional<String> since);
    }

    /**
     * Creates a route. A writer of the factory creates the events of each stream.
     *
     * @param withShared whether the streams also report the states of shared accounts
     */
    Route route(boolean withShared, EventWriterFactory writers) {
        return new Route(withShared, writers);
    }

    /** The open streams of one route. */
    final class Route {
        private final boolean withShared;
        private final EventWriterFactory writers;
        private final OpenStreams streams = new OpenStreams();

        private Route(boolean withShared, EventWriterFactory writers) {
            this.withShared = withShared;
            this.writers = writers;
        }

        int size() {
            return streams.size();
        }

        /** Opens a stream, or answers a HEAD request. */
        void get(HttpServletRequest request, HttpServletResponse response, boolean once) throws IOException {
            Optional<Caller> caller = admission.caller(request, response);
            if (caller.isEmpty()) {
                return;
            }
            EventSourceParameters parameters;
            try {
                parameters = EventSourceParameters.of(
                        name -> once || !name.equals("closeafter") ? request.getParameter(name) : null,
                        types(caller.get()));
            } catch (EventSourceParameters.InvalidParameter e) {
                admission.refuse(response, e);
                return;
            }
            if (request.getMethod().equals("HEAD")) {
                head(response);
            } else {
                open(caller.get(), parameters, request, response);
            }
        }

        private Set<String> types(Caller caller) {
            Set<String> types = new HashSet<>(readableTypes.of(caller).types());
            if (withShared) {
                types.addAll(shared.types(caller));
            }
            return types;
        }

        private void open(
                Caller caller,
                EventSourceParameters parameters,
                HttpServletRequest request,
                HttpServletResponse response)
                throws IOException {
            long account = caller.account().n();
            EventStream stream = new EventStream(
                    parameters,
                    new EventStream.Dependencies(meters, clock),
                    onClose -> streams.remove(account, onClose));
            Optional<ChangeStream> feed = hub.feed(caller, stream::work, withShared);
            // Only a write shows that a client has disconnected. Therefore a new stream first probes the other streams
            // of the account, so that streams of disconnected clients end and no longer count.
            streams.of(account).forEach(EventStream::probe);
            if (feed.isEmpty()) {
                meters.refused().increment();
                admission.full(response, hub.limitPerAccount());
                return;
            }
            Optional<String> since =
                    Optional.ofNullable(request.getHeader("Last-Event-ID")).filter(id -> !id.isEmpty());
            try {
                Session writer = writers.of(feed.get(), parameters, since);
                head(response);
                response.setBufferSize(BUFFER);
                streams.add(account, stream);
                stream.begin(feed.get(), writer, request.startAsync(), response.getOutputStream());
            } catch (RuntimeException | IOException e) {
                streams.remove(account, stream);
                feed.get().close();
                throw e;
            }
        }

        /** Ends all streams. Clients reconnect and present the last id that they received. */
        void end() {
            streams.all().forEach(EventStream::stop);
        }
    }

    private static void head(HttpServletResponse response) {
        response.setContentType("text/event-stream");
        response.setHeader("Cache-Control", "no-store, no-transform");
        response.setHeader("X-Accel-Buffering", "no"); // otherwise nginx would buffer the events
    }
}
