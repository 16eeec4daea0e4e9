package svc.admin.rest;

import jakarta.servlet.Servlet;
import java.util.Map;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.health.HealthCheck;
import svc.api.http.HttpRoute;
import svc.api.json.Json;
import svc.api.operation.Operations;

/**
 * Registers the admin servlet and its health check. Both are registered programmatically, because a declarative service
 * has the configuration as its properties and would expose the token in the service registry.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = "svc.admin",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = AdminConfig.class)
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=\"jakarta.servlet.Servlet\"")
public final class AdminServletRegistrar {

    private final ServiceRegistration<Servlet> servlet;
    private final ServiceRegistration<HealthCheck> check;

    @Activate
    public AdminServletRegistrar(
            @Reference Operations operations,
            @Reference Json json,
            @Reference UnauthorizedRequests unauthorized,
            AdminConfig config,
            BundleContext context) {
        Map<String, Object> route = Map.of(
                HttpRoute.PREFIX_ + "path",
                new String[] {AdminServlet.BASE, AdminServlet.BASE + "/*"},
                HttpRoute.PREFIX_ + "surface",
                "admin",
                HttpRoute.PREFIX_ + "raw",
                true);
        servlet = context.registerService(
                Servlet.class,
                new AdminServlet(operations, json, config.token(), unauthorized),
                FrameworkUtil.asDictionary(route));
        check = context.registerService(
                HealthCheck.class, new AdminTokenHealthCheck(config.token()), FrameworkUtil.asDictionary(Map.of()));
    }

    @Deactivate
    public void stop() {
        servlet.unregister();
        check.unregister();
    }
}
