package svc.api.http;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The open listeners and their mounted routes. Threading: thread-safe. Lifecycle: registered when the ports are bound,
 * before the server is ready. If a port could not be bound, the lists of listeners and routes are empty.
 */
@ProviderType
public interface HttpServerInfo {

    /** Returns the open listeners with their actual ports. */
    List<Endpoint> endpoints();

    /**
     * Returns {@code [server] public_url} without a trailing slash; empty if URLs are derived from the request of the
     * client.
     */
    Optional<String> publicUrl();

    /** Returns all mounted paths, sorted. */
    List<MountedRoute> routes();

    /**
     * Returns the routes that could not be mounted. An entry is removed when its service is unregistered or its problem
     * is solved.
     */
    List<FailedRoute> failedRoutes();

    /**
     * An open listener.
     *
     * @param surface {@code public} or {@code admin}
     * @param scheme {@code http} or {@code https}
     * @param host the bound address
     * @param port the actual port
     */
    record Endpoint(String surface, String scheme, String host, int port) {
        /** Returns the URL without a path. */
        public String url() {
            return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /**
     * A mounted path.
     *
     * @param path the path as declared
     * @param surface {@code public} or {@code admin}
     * @param kind {@code servlet}, {@code websocket}, or {@code health} for the two health paths of the server
     * @param bundle the symbolic name of the bundle that declares it
     */
    record MountedRoute(String path, String surface, String kind, String bundle) {}

    /**
     * A path that could not be mounted.
     *
     * @param path the path with the problem
     * @param bundle the symbolic name of the bundle whose service was rejected
     * @param bundleId the id of that bundle in the framework
     * @param owner the symbolic name of the bundle that has already mounted the path; empty if the problem is not a
     *     conflict
     * @param reason one sentence that describes the problem
     * @param remedy one sentence that describes the remedy
     */
    record FailedRoute(
            String path, String bundle, long bundleId, Optional<String> owner, String reason, String remedy) {}
}
