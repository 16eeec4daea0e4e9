package svc.http;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.health.ReadinessCheck;
import svc.api.http.HttpServerInfo;
import svc.api.lifecycle.StartupException;
import svc.api.ratelimit.RateLimiter;
import svc.api.time.Clock;
import svc.http.config.RouteDeclaration;
import svc.http.config.ServerConfig;
import svc.http.config.ServerSettings;
import svc.http.handlers.RateLimitFilter;
import svc.http.handlers.ReadinessHandler;
import svc.http.handlers.ReadinessParts;
import svc.http.routes.Route;
import svc.http.server.JettyServer;

/**
 * The HTTP server as a component. It listens from its activation on and answers 503 until the server is ready. The
 * framework only logs an exception of an activation, so a failure to bind is stored here and thrown by
 * {@link VerifyListenersStep}.
 */
@Component(
        service = {HttpServer.class, HttpServerInfo.class},
        configurationPid = "svc.server",
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        immediate = true)
@Designate(ocd = ServerConfig.class)
public final class HttpServer implements HttpServerInfo {

    private final RateLimitFilter rateLimitFilter = new RateLimitFilter();
    private final ReadinessParts parts = new ReadinessParts();
    private @Nullable ServerSettings settings;
    private @Nullable JettyServer running;
    private @Nullable StartupException refusal;

    @Activate
    public HttpServer(ServerConfig config, BundleContext context, @Reference Clock clock) {
        this(
                config,
                Path.of(Optional.ofNullable(context.getProperty("svc.home")).orElse(".")),
                clock);
    }

    /** Opens a server without the component runtime. */
    public static HttpServer of(ServerConfig config, Path home, Clock clock) {
        return new HttpServer(config, home, clock);
    }

    private HttpServer(ServerConfig config, Path home, Clock clock) {
        try {
            settings = ServerSettings.of(config, home);
            running = JettyServer.open(settings, clock, rateLimitFilter, parts::problems);
        } catch (StartupException e) {
            refusal = e;
        }
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "removeRateLimiter")
    void setRateLimiter(RateLimiter rateLimiter) {
        rateLimitFilter.set(rateLimiter);
    }

    void removeRateLimiter(RateLimiter rateLimiter) {
        rateLimitFilter.remove(rateLimiter);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "removeCheck")
    void addCheck(ReadinessCheck part) {
        parts.add(part);
    }

    void removeCheck(ReadinessCheck part) {
        parts.remove(part);
    }

    @Deactivate
    public void close() {
        running().ifPresent(JettyServer::close);
    }

    public Optional<JettyServer> running() {
        return Optional.ofNullable(running);
    }

    Optional<ServerSettings> settings() {
        return Optional.ofNullable(settings);
    }

    /** Returns the reason why the server does not run. */
    Optional<StartupException> refusal() {
        return Optional.ofNullable(refusal);
    }

    @Override
    public List<Endpoint> endpoints() {
        return running().map(JettyServer::listeners).orElse(List.of());
    }

    @Override
    public Optional<String> publicUrl() {
        return settings()
                .flatMap(ServerSettings::publicUrl)
                .map(url -> url.toString().replaceFirst("/+$", ""));
    }

    @Override
    public List<MountedRoute> routes() {
        return running()
                .map(server -> Stream.concat(
                                ReadinessHandler.PATHS.stream()
                                        .map(path ->
                                                new MountedRoute(path, RouteDeclaration.PUBLIC, "health", "svc.http")),
                                server.routes().all().entrySet().stream()
                                        .map(entry -> mounted(entry.getKey(), entry.getValue())))
                        .sorted(java.util.Comparator.comparing(MountedRoute::path))
                        .toList())
                .orElse(List.of());
    }

    @Override
    public List<FailedRoute> failedRoutes() {
        return running().map(server -> server.routes().refused()).orElse(List.of());
    }

    private static MountedRoute mounted(String path, Route route) {
        return new MountedRoute(
                path,
                route.declaration().surface(),
                route.kind(),
                route.declaration().bundle());
    }
}
