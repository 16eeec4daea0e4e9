package svc.http.routes;

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
import svc.api.http.HttpServerInfo.FailedRoute;
import svc.api.time.Clock;

/**
 * The table of all routes. Routes are added and removed while requests run. The first route that claims a path owns it;
 * a conflicting route is refused until the path is free. A removed route is released after its calls have ended.
 */
public final class RouteTable {

    /** Maximum time that a call may continue after its route is removed. */
    static final Duration GRACE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(RouteTable.class);

    private final Clock clock;
    private final Map<Object, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Entry> claims = new HashMap<>();
    private volatile RouteIndex index = new RouteIndex(Map.of());

    public RouteTable(Clock clock) {
        this.clock = clock;
    }

    /** Returns the route for a path; an exact path takes precedence over the longest prefix. */
    Optional<Route> find(String path) {
        return index.find(path);
    }

    /** Returns all mounted routes by path. */
    public Map<String, Route> all() {
        return index.routes();
    }

    public synchronized List<FailedRoute> refused() {
        return entries.values().stream()
                .flatMap(entry -> entry.refusal.stream())
                .toList();
    }

    /** Mounts a route. The key identifies its service. */
    public void mount(Object key, Route route) {
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

    /** Removes a route. Returns when the exchanges of the route have ended, at the latest after {@link #GRACE}. */
    public void unmount(Object key) {
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
                        "Bundle {} stops although its calls are still running after {} s",
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
                    .filter(entry -> entry.refusal.flatMap(FailedRoute::owner).isPresent())
                    .filter(this::claim)
                    .forEach(free::add);
        }
        free.forEach(this::start);
    }

    private boolean claim(Entry entry) {
        entry.refusal = RouteValidator.of(
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
        Optional<FailedRoute> failure = Optional.empty();
        try {
            entry.route.start();
        } catch (Throwable e) {
            // A servlet may throw anything, also a NoClassDefFoundError; the server must continue.
            LOG.warn(
                    "A servlet of bundle {} failed to start",
                    entry.route.declaration().bundle(),
                    e);
            failure = Optional.of(RouteValidator.failed(entry.route.declaration()));
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

    /** A registered service and the reason why it is not mounted, if any; guarded by the table. */
    private static final class Entry {
        private final Route route;
        private Optional<FailedRoute> refusal = Optional.empty();
        private boolean started;

        private Entry(Route route) {
            this.route = route;
        }
    }
}
