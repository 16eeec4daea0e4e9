package svc.api.http;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** The open listeners. Threading: any thread. Present once the ports are bound. */
@ProviderType
public interface Listeners {

    /** What listens now, with the ports really bound. */
    List<Listener> listeners();

    /** Every mounted path, sorted; what tests and the doctor enumerate. */
    List<MountedRoute> routes();

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
     * @param kind {@code servlet} or {@code websocket}
     * @param bundle the symbolic name of the bundle it comes from
     */
    record MountedRoute(String path, String surface, String kind, String bundle) {}
}
