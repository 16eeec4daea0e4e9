package svc.http;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import jakarta.servlet.Servlet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.WebSocketEndpoint;
import svc.http.config.RouteDeclaration;

/** Mounts each servlet and WebSocket endpoint that is registered as a service with a path, until it is unregistered. */
@Component(
        service = {},
        immediate = true)
public final class RouteWhiteboard {

    private static final String WITH_PATH = "(svc.http.path=*)";

    private final HttpServer http;

    @Activate
    public RouteWhiteboard(@Reference HttpServer http) {
        this.http = http;
    }

    @Reference(target = WITH_PATH, cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void addServlet(Servlet servlet, ServiceReference<Servlet> reference) {
        http.running().ifPresent(server -> server.mount(reference, declaration(reference), servlet));
    }

    @Reference(target = WITH_PATH, cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void addEndpoint(WebSocketEndpoint endpoint, ServiceReference<WebSocketEndpoint> reference) {
        http.running().ifPresent(server -> server.mount(reference, declaration(reference), endpoint));
    }

    void remove(ServiceReference<?> reference) {
        http.running().ifPresent(server -> server.routes().unmount(reference));
    }

    private RouteDeclaration declaration(ServiceReference<?> reference) {
        Map<String, Object> properties = new HashMap<>();
        Arrays.stream(reference.getPropertyKeys()).forEach(key -> properties.put(key, reference.getProperty(key)));
        long maxBody = http.settings().orElseThrow().limits().body();
        Optional<Bundle> bundle = Optional.ofNullable(reference.getBundle());
        return RouteDeclaration.of(
                properties,
                maxBody,
                bundle.map(Bundle::getSymbolicName).orElse("?"),
                bundle.map(Bundle::getBundleId).orElse(-1L));
    }
}
