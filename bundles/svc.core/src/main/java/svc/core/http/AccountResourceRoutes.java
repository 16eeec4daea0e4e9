package svc.core.http;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import jakarta.servlet.Servlet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.AccountResource;
import svc.api.http.HttpRoute;
import svc.api.identity.Authenticator;
import svc.core.engine.EngineComponent;
import svc.core.engine.ResourceAccess;

/** Registers a route for each {@link AccountResource}, in the name of the bundle that provides the resource. */
@Component(service = AccountResourceRoutes.class, immediate = true)
public final class AccountResourceRoutes {

    private final ResourceAccess access;
    private final CallerAuthentication authentication;
    private final Map<AccountResource, ServiceRegistration<Servlet>> mounted = new ConcurrentHashMap<>();

    @Activate
    public AccountResourceRoutes(
            @Reference EngineComponent service,
            @Reference ResourceAccess access,
            @Reference Authenticator authenticator) {
        this.access = access;
        this.authentication = new CallerAuthentication(authenticator, service.engine());
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "removeResource")
    void addResource(AccountResource resource, ServiceReference<AccountResource> reference) {
        @Nullable Bundle bundle = reference.getBundle();
        @Nullable BundleContext context = bundle == null ? null : bundle.getBundleContext();
        if (context == null) { // the bundle has just been stopped
            return;
        }
        mounted.put(
                resource,
                context.registerService(
                        Servlet.class,
                        new AccountResourceServlet(resource, access, authentication),
                        FrameworkUtil.asDictionary(Map.of(
                                HttpRoute.PREFIX_ + "path", resource.path() + "/*",
                                HttpRoute.PREFIX_ + "method", "GET",
                                HttpRoute.PREFIX_ + "surface", "public"))));
    }

    void removeResource(AccountResource resource) {
        ServiceRegistration<Servlet> registration = mounted.remove(resource);
        try {
            if (registration != null) {
                registration.unregister();
            }
        } catch (IllegalStateException e) {
            // The bundle of the resource has stopped, and the framework has unregistered its services.
            return;
        }
    }
}
