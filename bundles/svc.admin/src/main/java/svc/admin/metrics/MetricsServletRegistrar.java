package svc.admin.metrics;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.admin.metrics.MetricsTokenFile.Problem;
import svc.admin.rest.AdminConfig;
import svc.admin.rest.AdminServletRegistrar;
import svc.admin.rest.AdminToken;
import svc.admin.rest.UnauthorizedRequests;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.http.HttpRoute;
import svc.api.json.Json;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;

/**
 * Registers the servlet of {@code /metrics} and checks its token file at the start. The servlet is registered
 * programmatically for the reason given in {@link AdminServletRegistrar}.
 */
@Component(
        service = {Callable.class, HealthCheck.class},
        configurationPid = "svc.admin",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=\"jakarta.servlet.Servlet\"")
public final class MetricsServletRegistrar implements Callable<String>, HealthCheck {

    private static final String CHECK = "metrics-token";
    private static final Logger LOG = LoggerFactory.getLogger(MetricsServletRegistrar.class);

    private final ServiceRegistration<Servlet> servlet;
    private final MetricsTokenMarker marker;
    private final Optional<MetricsTokenFile> token;

    @Activate
    public MetricsServletRegistrar(
            @Reference MetricSources sources,
            @Reference MetricsTokenMarker marker,
            @Reference Json json,
            @Reference UnauthorizedRequests unauthorized,
            AdminConfig config,
            BundleContext context) {
        this.marker = marker;
        Path home = Path.of(Optional.ofNullable(context.getProperty("svc.home")).orElse("."));
        this.token = Optional.of(config.metrics_token_file())
                .filter(name -> !name.isBlank())
                .map(name -> new MetricsTokenFile(home.resolve(name)));
        Map<String, Object> route =
                Map.of(HttpRoute.PREFIX_ + "path", MetricsServlet.PATH, HttpRoute.PREFIX_ + "surface", "admin");
        this.servlet = context.registerService(
                Servlet.class,
                new MetricsServlet(sources, marker, new AdminToken(config.token()), token, json, unauthorized),
                FrameworkUtil.asDictionary(route));
    }

    /**
     * Validates the token file. An invalid file makes the start fail. If the file is valid, the server records
     * permanently in the database that {@code /metrics} has a separate token ({@link MetricsTokenMarker}), so that the
     * admin token no longer gives access to {@code /metrics}. If the file is removed later, the next start does not
     * fail, but {@code /metrics} answers 401.
     */
    @Override
    public String call() {
        Optional<Problem> problem = token.flatMap(MetricsTokenFile::problem);
        if (problem.isPresent() && removed()) {
            LOG.warn(
                    "{} /metrics answers 401. {}",
                    problem.get().what(),
                    problem.get().remedy());
        } else if (problem.isPresent()) {
            throw new StartupException(problem.get().what(), problem.get().remedy());
        } else if (token.isPresent()) {
            marker.close();
        }
        return "";
    }

    private boolean removed() {
        return token.filter(MetricsTokenFile::missing).isPresent() && marker.closed();
    }

    @Override
    public String family() {
        return "security";
    }

    @Override
    public List<String> checks() {
        return List.of(CHECK);
    }

    @Override
    public List<Finding> run() {
        Optional<Problem> problem = token.flatMap(MetricsTokenFile::problem);
        if (problem.isPresent()) {
            String what = problem.get().what();
            String remedy = problem.get().remedy();
            return List.of(
                    removed()
                            ? Finding.warn(CHECK, what + " /metrics answers 401.", remedy)
                            : Finding.fail(CHECK, what, remedy));
        } else if (token.isEmpty() && marker.closed()) {
            return List.of(Finding.warn(
                    CHECK,
                    "/metrics had a separate token before and has none now, so no client can read it.",
                    "Set [admin] metrics_token_file to a file with one line and mode 0600, and restart."));
        }
        return List.of(Finding.ok(
                CHECK,
                token.isPresent() ? "/metrics has a token of its own." : "/metrics is read with the admin token."));
    }

    @Deactivate
    public void stop() {
        servlet.unregister();
    }
}
