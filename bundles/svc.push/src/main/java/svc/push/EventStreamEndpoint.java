package svc.push;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.jmap.Sights;
import svc.api.push.EventFeed.Telling;
import svc.api.time.Clock;

/** Lets clients in to streams of events, whatever they are told there, and keeps the streams of each route. */
@Component(service = EventDoor.class)
public final class EventDoor {

    /** Each stream keeps one as long as it is open. */
    private static final int BUFFER = 4_096;

    private final StreamDoor door;
    private final Hub hub;
    private final Sights sights;
    private final Clock clock;
    private final EventMeters meters = new EventMeters();

    /** Nobody is in. */
    @Activate
    public EventDoor(@Reference StreamDoor door, @Reference Hub hub, @Reference Sights sights, @Reference Clock clock) {
        this.door = door;
        this.hub = hub;
        this.sights = sights;
        this.clock = clock;
    }

    EventMeters meters() {
        return meters;
    }

    /** Says what a client is told. */
    @FunctionalInterface
    interface Teller {
        Telling of(Feed feed, Wish wish, Optional<String> since);
    }

    /** The streams of one route. */
    Route route(Teller teller) {
        return new Route(teller);
    }

    /** One route. */
    final class Route {
        private final Teller teller;
        private final OpenStreams streams = new OpenStreams();

        private Route(Teller teller) {
            this.teller = teller;
        }

        int size() {
            return streams.size();
        }

        /** Answers a request. */
        void get(HttpServletRequest request, HttpServletResponse response, boolean once) throws IOException {
            Optional<Caller> caller = door.caller(request, response);
            if (caller.isEmpty()) {
                return;
            }
            Wish wish;
            try {
                wish = Wish.of(
                        name -> once || !name.equals("closeafter") ? request.getParameter(name) : null,
                        sights.of(caller.get()).types());
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

        private void open(Caller caller, Wish wish, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            long account = caller.account().n();
            EventStream stream =
                    new EventStream(wish, new EventStream.Ground(meters, clock), gone -> streams.remove(account, gone));
            Optional<Feed> feed = hub.feed(caller, stream::work);
            // Of a client that went without a word one learns only by writing. So whoever comes again makes room for
            // the
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
                Telling telling = teller.of(feed.get(), wish, since);
                head(response);
                response.setBufferSize(BUFFER);
                streams.add(account, stream);
                stream.begin(feed.get(), telling, request.startAsync(), response.getOutputStream());
            } catch (RuntimeException | IOException e) {
                streams.remove(account, stream);
                feed.get().close();
                throw e;
            }
        }

        /** The streams end when the route does: clients come again and tell what they saw last. */
        void end() {
            streams.all().forEach(EventStream::stop);
        }
    }

    private static void head(HttpServletResponse response) {
        response.setContentType("text/event-stream");
        response.setHeader("Cache-Control", "no-store, no-transform");
        response.setHeader("X-Accel-Buffering", "no"); // nginx would keep events back
    }
}
