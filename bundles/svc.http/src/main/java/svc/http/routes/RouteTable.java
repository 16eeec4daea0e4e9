package svc.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.http.Listeners.RefusedRoute;
import svc.api.time.Clock;

/**
 * Which route answers which path. Routes come and go while requests run: a path belongs to who claimed it first, a refused
 * route waits until the path is free, and one that goes is let go of after its calls have ended.
 */
final class RouteTable {

    /** How long a call may still run when its bundle goes. */
    static final Duration GRACE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(RouteTable.class);

    private final Clock clock;
    private final Map<Object, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Entry> claims = new HashMap<>();
    private volatile RouteIndex index = new RouteIndex(Map.of());

    RouteTable(Clock clock) {
        this.clock = clock;
    }

    /** The route for a path, exact before longest prefix. */
    Optional<Route> find(String path) {
        return index.find(path);
    }

    /** All routes by path. */
    Map<String, Route> all() {
        return index.routes();
    }

    synchronized List<RefusedRoute> refused() {
        return entries.values().stream()
                .flatMap(entry -> entry.refusal.stream())
                .toList();
    }

    /** Mounts; the key is the service's identity. */
    void mount(Object key, Route route) {
        Entry entry = new Entry(route);
        boolean claimed;
        synchronized (this) {
            entries.put(key, entry);
            claimed = claim(entry);
        }
        if (claimed) {
            start(entry);
        }
    }

    /** Takes a route away and comes back when its calls have ended, or after {@link #GRACE}. */
    void unmount(Object key) {
        @Nullable Entry entry;
        synchronized (this) {
            entry = entries.remove(key);
            if (entry == null) {
                return;
            }
            release(entry);
        }
        if (entry.started) {
            Deadline deadline = new Deadline(clock, GRACE);
            entry.route.end(deadline);
            if (!entry.route.inFlight().awaitExchanges(deadline)) {
                LOG.warn(
                        "Bundle {} goes while its calls still run after {} s",
                        entry.route.declaration().bundle(),
                        GRACE.toSeconds());
            }
            entry.route.stop();
        }
        retryRefused();
    }

    private void retryRefused() {
        List<Entry> free = new ArrayList<>();
        synchronized (this) {
            entries.values().stream()
                    .filter(entry -> entry.refusal.flatMap(RefusedRoute::owner).isPresent())
                    .filter(this::claim)
                    .forEach(free::add);
        }
        free.forEach(this::start);
    }

    private boolean claim(Entry entry) {
        entry.refusal = RouteRefusals.of(
                entry.route.declaration(),
                path -> Optional.ofNullable(claims.get(path))
                        .map(owner -> owner.route.declaration().bundle()));
        entry.refusal.ifPresent(refusal -> LOG.warn("{} {}", refusal.reason(), refusal.remedy()));
        if (entry.refusal.isEmpty()) {
            entry.route.declaration().paths().forEach(path -> claims.put(path, entry));
        }
        return entry.refusal.isEmpty();
    }

    private void start(Entry entry) {
        Optional<RefusedRoute> failure = Optional.empty();
        try {
            entry.route.start();
        } catch (Throwable e) {
            // A bundle's servlet may throw anything, also a NoClassDefFoundError; the server lives on.
            LOG.warn(
                    "A servlet of bundle {} failed to start",
                    entry.route.declaration().bundle(),
                    e);
            failure = Optional.of(RouteRefusals.failed(entry.route.declaration()));
        }
        synchronized (this) {
            entry.refusal = failure;
            entry.started = failure.isEmpty();
            if (failure.isPresent()) {
                release(entry);
            } else {
                publish();
            }
        }
    }

    private void release(Entry entry) {
        claims.values().removeIf(owner -> owner == entry);
        publish();
    }

    private void publish() {
        Map<String, Route> routes = new HashMap<>();
        claims.forEach((path, entry) -> {
            if (entry.started) {
                routes.put(path, entry.route);
            }
        });
        index = new RouteIndex(routes);
    }

    /** A service and what became of it; guarded by the table. */
    private static final class Entry {
        private final Route route;
        private Optional<RefusedRoute> refusal = Optional.empty();
        private boolean started;

        private Entry(Route route) {
            this.route = route;
        }
    }
}
