package svc.cap.v2.streaming;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Sights;
import svc.api.push.SocketFeed;

/** What changes in the queries that a client follows, on sockets. */
@Component
public final class QueryFeed implements SocketFeed {

    private final Windows.Ground windows;
    private final Sights sights;

    /** Tells of those queries. */
    @Activate
    public QueryFeed(@Reference Subscribers subscribers, @Reference QueryWatch watch, @Reference Sights sights) {
        this.windows = new Windows.Ground(subscribers, watch);
        this.sights = sights;
    }

    @Override
    public Telling open(Opening opening) {
        return new OnSocket(new Windows(
                windows,
                opening.caller(),
                sights.of(opening.caller()).accountId(),
                opening.poke(),
                opening.since().flatMap(Claim::of)));
    }

    private record OnSocket(Windows windows) implements Telling {

        @Override
        public Optional<Map<String, @Nullable Object>> next() {
            windows.adopt();
            return windows.lost().or(windows::next).map(Told::members);
        }

        @Override
        public Optional<String> rest() {
            return windows.text();
        }

        @Override
        public void close() {
            windows.end();
        }
    }
}
