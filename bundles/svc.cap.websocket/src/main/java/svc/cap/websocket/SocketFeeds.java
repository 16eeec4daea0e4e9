package svc.cap.websocket;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.push.WebSocketPushProvider;

/**
 * The registered {@link WebSocketPushProvider} services. Open sockets are notified when a provider is added or removed.
 * Thread-safe.
 */
@Component(service = SocketFeeds.class)
public final class SocketFeeds {

    private final List<WebSocketPushProvider> providers = new CopyOnWriteArrayList<>();
    private final Set<WebSocketPush> connections = ConcurrentHashMap.newKeySet();

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "removeFeed")
    void addFeed(WebSocketPushProvider provider) {
        providers.add(provider);
        connections.forEach(push -> push.providerAdded(provider));
    }

    void removeFeed(WebSocketPushProvider provider) {
        providers.remove(provider);
        connections.forEach(push -> push.providerRemoved(provider));
    }

    /** Returns the registered providers. */
    List<WebSocketPushProvider> all() {
        return providers;
    }

    /** Adds a socket to be notified. */
    void add(WebSocketPush push) {
        connections.add(push);
    }

    void remove(WebSocketPush push) {
        connections.remove(push);
    }
}
