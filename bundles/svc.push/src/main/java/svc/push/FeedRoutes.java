package svc.push;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import jakarta.servlet.Servlet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.push.EventStreamProvider;

/** Registers a route for each {@link EventStreamProvider} while the provider is registered. */
@Component(service = MetricSource.class, immediate = true)
public final class FeedRoutes implements MetricSource {

    private final BundleContext context;
    private final EventStreamEndpoint endpoint;
    private final Map<EventStreamProvider, Mounted> mounted = new ConcurrentHashMap<>();

    private record Mounted(FeedServlet servlet, ServiceRegistration<Servlet> registration) {}

    @Activate
    public FeedRoutes(BundleContext context, @Reference EventStreamEndpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "removeFeed")
    void addFeed(EventStreamProvider feed) {
        FeedServlet servlet = new FeedServlet(endpoint, feed);
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

    void removeFeed(EventStreamProvider feed) {
        Mounted removed = mounted.remove(feed);
        if (removed != null) {
            removed.registration().unregister();
        }
    }

    @Override
    public void collect(MetricSink sink) {
        int open = mounted.values().stream()
                .mapToInt(feed -> feed.servlet().size())
                .sum();
        sink.gauge("streams", "Open event streams and WebSockets", open, "transport", "feeds");
    }
}
