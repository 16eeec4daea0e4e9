package svc.cap.websocket;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.push.SocketFeed;

/** What other bundles tell on sockets; those that are open learn of a bundle that comes or goes. Any thread. */
@Component(service = SocketFeeds.class)
public final class SocketFeeds {

    private final List<SocketFeed> feeds = new CopyOnWriteArrayList<>();
    private final Set<Push> open = ConcurrentHashMap.newKeySet();

    @Reference(
            service = SocketFeed.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeFeed")
    void addFeed(SocketFeed feed) {
        feeds.add(feed);
        open.forEach(push -> push.came(feed));
    }

    void removeFeed(SocketFeed feed) {
        feeds.remove(feed);
        open.forEach(push -> push.gone(feed));
    }

    /** Those that are there. */
    List<SocketFeed> all() {
        return feeds;
    }

    /** A socket is told of those that come and go from now on. */
    void join(Push push) {
        open.add(push);
    }

    void leave(Push push) {
        open.remove(push);
    }
}
