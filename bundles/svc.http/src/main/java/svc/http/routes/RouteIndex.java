package svc.http.routes;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** An immutable index of the routes by path. An exact path takes precedence over the longest prefix. */
final class RouteIndex {

    private final Map<String, Route> routes;
    private final Map<String, Route> prefixes = new HashMap<>();

    RouteIndex(Map<String, Route> routes) {
        this.routes = Map.copyOf(routes);
        routes.forEach((path, route) -> {
            if (path.endsWith("/*")) {
                prefixes.put(path.substring(0, path.length() - 1), route);
            }
        });
    }

    Map<String, Route> routes() {
        return routes;
    }

    Optional<Route> find(String path) {
        Route exact = path.endsWith("*") ? null : routes.get(path);
        if (exact != null) {
            return Optional.of(exact);
        }
        for (int slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
            Route route = prefixes.get(path.substring(0, slash + 1));
            if (route != null) {
                return Optional.of(route);
            }
        }
        return Optional.empty();
    }
}
