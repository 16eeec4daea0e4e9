package svc.push;

import jakarta.servlet.Servlet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.http.HttpRoute;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.push.EventFeed;

/** Mounts each {@link EventFeed} at its path for as long as it is there. */
@Component(service = MetricSource.class, immediate = true)
public final class FeedRoutes implements MetricSource {

    private final BundleContext context;
    private final EventDoor door;
    private final Map<EventFeed, Mounted> mounted = new ConcurrentHashMap<>();

    private record Mounted(FeedServlet servlet, ServiceRegistration<Servlet> registration) {}

    /** Waits for feeds. */
    @Activate
    public FeedRoutes(BundleContext context, @Reference EventDoor door) {
        this.context = context;
        this.door = door;
    }

    @Reference(
            service = EventFeed.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeFeed")
    void addFeed(EventFeed feed) {
        FeedServlet servlet = new FeedServlet(door, feed);
        ServiceRegistration<Servlet> registration = context.registerService(
                Servlet.class,
                servlet,
                FrameworkUtil.asDictionary(Map.of(
                        HttpRoute.PREFIX_ + "path",
                        feed.path(),
                        HttpRoute.PREFIX_ + "method",
                        "GET",
                        HttpRoute.PREFIX_ + "surface",
                        "public",
                        HttpRoute.PREFIX_ + "compressed",
                        false)));
        mounted.put(feed, new Mounted(servlet, registration));
    }

    void removeFeed(EventFeed feed) {
        Mounted gone = mounted.remove(feed);
        if (gone != null) {
            gone.registration().unregister();
        }
    }

    @Override
    public void tell(MetricSink sink) {
        int open = mounted.values().stream()
                .mapToInt(feed -> feed.servlet().size())
                .sum();
        sink.gauge("streams", "Streams of events and sockets that are open", open, "transport", "feeds");
    }
}
