package svc.admin;

import jakarta.servlet.Servlet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.admin.MetricsToken.Trouble;
import svc.api.boot.BootRefusal;
import svc.api.boot.BootStep;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.http.HttpRoute;
import svc.api.json.Json;

/**
 * Offers {@code /metrics}, and looks at its token when the server starts. It registers the servlet by hand for the reason that
 * {@link AdminSurface} has.
 */
@Component(
        service = {Callable.class, HealthCheck.class},
        configurationPid = "svc.admin",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@BootStep(moment = BootStep.Moment.VERIFY)
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=\"jakarta.servlet.Servlet\"")
public final class MetricsSurface implements Callable<String>, HealthCheck {

    private static final String CHECK = "metrics-token";

    private final ServiceRegistration<Servlet> servlet;
    private final MetricsLatch latch;
    private final Optional<MetricsToken> token;

    /** Registers the servlet. */
    @Activate
    public MetricsSurface(
            @Reference MetricSources sources,
            @Reference MetricsLatch latch,
            @Reference Json json,
            @Reference Knocks knocks,
            AdminConfig config,
            BundleContext context) {
        this.latch = latch;
        Path home = Path.of(Optional.ofNullable(context.getProperty("svc.home")).orElse("."));
        this.token = Optional.of(config.metrics_token_file())
                .filter(name -> !name.isBlank())
                .map(name -> new MetricsToken(home.resolve(name)));
        Map<String, Object> route =
                Map.of(HttpRoute.PREFIX_ + "path", MetricsServlet.PATH, HttpRoute.PREFIX_ + "surface", "admin");
        this.servlet = context.registerService(
                Servlet.class,
                new MetricsServlet(sources, latch, new AdminToken(config.token()), token, json, knocks),
                FrameworkUtil.asDictionary(route));
    }

    /** A file that is not as it must be refuses the start; one that is closes the latch. */
    @Override
    public String call() {
        token.ifPresent(file -> {
            file.trouble().ifPresent(MetricsSurface::refuse);
            latch.close();
        });
        return "";
    }

    private static void refuse(Trouble trouble) {
        throw new BootRefusal(trouble.what(), trouble.remedy());
    }

    @Override
    public String family() {
        return "security";
    }

    @Override
    public List<Finding> examine() {
        Optional<Trouble> trouble = token.flatMap(MetricsToken::trouble);
        if (trouble.isPresent()) {
            return List.of(
                    Finding.fail(CHECK, trouble.get().what(), trouble.get().remedy()));
        } else if (token.isEmpty() && latch.closed()) {
            return List.of(Finding.warn(
                    CHECK,
                    "/metrics had a token of its own once and has none now, so that nobody can read it.",
                    "Set [admin] metrics_token_file to a file with one line and mode 0600, and restart."));
        }
        return List.of(Finding.ok(
                CHECK,
                token.isPresent() ? "/metrics has a token of its own." : "/metrics is read with the admin token."));
    }

    /** Takes the servlet away. */
    @Deactivate
    public void stop() {
        servlet.unregister();
    }
}
