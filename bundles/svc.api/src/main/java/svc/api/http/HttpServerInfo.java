package svc.api.http;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The open listeners and what is mounted on them. Threading: any thread. Present from the moment the ports are bound, before
 * the server is ready; empty when a port could not be bound.
 */
@ProviderType
public interface Listeners {

    /** What listens now, with the ports really bound. */
    List<Listener> listeners();

    /** {@code [server] public_url} without a slash at its end; empty when clients shall be told what they call the server. */
    Optional<String> publicUrl();

    /** Every mounted path, sorted; what tests and the doctor enumerate. */
    List<MountedRoute> routes();

    /** What could not be mounted, and why; an entry goes with its service, or when the reason goes. */
    List<RefusedRoute> refused();

    /**
     * One open port.
     *
     * @param surface {@code public} or {@code admin}
     * @param scheme {@code http} or {@code https}
     * @param host the address it is bound to
     * @param port the real port
     */
    record Listener(String surface, String scheme, String host, int port) {
        /** The URL without a path. */
        public String url() {
            return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /**
     * A mounted path.
     *
     * @param path as declared
     * @param surface {@code public} or {@code admin}
     * @param kind {@code servlet}, {@code websocket}, or {@code health} for the two paths of the server itself
     * @param bundle the symbolic name of the bundle it comes from
     */
    record MountedRoute(String path, String surface, String kind, String bundle) {}

    /**
     * A path that was not mounted.
     *
     * @param path the path that is the trouble
     * @param bundle the symbolic name of the bundle whose service is refused
     * @param bundleId the id of that bundle in the framework
     * @param owner the symbolic name of the bundle that has the path; empty when the trouble is another one
     * @param reason one sentence that says what is wrong
     * @param remedy one sentence that says what to do
     */
    record RefusedRoute(
            String path, String bundle, long bundleId, Optional<String> owner, String reason, String remedy) {}
}
