package svc.admin;

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
 * Offers the servlet and its check as services. It registers them by hand: the properties of a declarative service are those
 * of its configuration, and the token would stand in the service registry for everybody to read.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = "svc.admin",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = AdminConfig.class)
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=\"jakarta.servlet.Servlet\"")
public final class AdminSurface {

    private final ServiceRegistration<Servlet> servlet;
    private final ServiceRegistration<HealthCheck> check;

    /** Registers both. */
    @Activate
    public AdminSurface(
            @Reference Operations operations,
            @Reference Json json,
            @Reference Knocks knocks,
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
                new AdminServlet(operations, json, config.token(), knocks),
                FrameworkUtil.asDictionary(route));
        check = context.registerService(
                HealthCheck.class, new AdminTokenCheck(config.token()), FrameworkUtil.asDictionary(Map.of()));
    }

    /** Takes both away. */
    @Deactivate
    public void stop() {
        servlet.unregister();
        check.unregister();
    }
}
