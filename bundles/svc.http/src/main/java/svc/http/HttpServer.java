package svc.http;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.health.ReadinessCheck;
import svc.api.http.HttpServerInfo;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.ratelimit.RateLimiter;
import svc.api.time.Clock;
import svc.api.tls.TlsCertificates;
import svc.http.config.RouteDeclaration;
import svc.http.config.ServerConfig;
import svc.http.config.ServerSettings;
import svc.http.handlers.RateLimitFilter;
import svc.http.handlers.ReadinessHandler;
import svc.http.handlers.ReadinessParts;
import svc.http.routes.Route;
import svc.http.server.ConnectionLimiter;
import svc.http.server.JettyServer;

/**
 * The HTTP server as a component. The component listens from its activation on and answers 503 until the server is
 * ready. If the ports cannot be bound, {@link #call()} throws the exception later and makes the start fail, because the
 * framework only logs an exception that an activation throws.
 */
@Component(
        service = {HttpServer.class, HttpServerInfo.class, Callable.class, MetricSource.class},
        configurationPid = "svc.server",
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        immediate = true)
@Designate(ocd = ServerConfig.class)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class HttpServer implements HttpServerInfo, Callable<String>, MetricSource {

    private final RateLimitFilter rateLimitFilter = new RateLimitFilter();
    private final ReadinessParts parts = new ReadinessParts();
    private @Nullable ServerSettings settings;
    private @Nullable JettyServer running;
    private @Nullable StartupException refusal;

    @Activate
    public HttpServer(ServerConfig config, @Reference TlsCertificates certificates, @Reference Clock clock) {
        try {
            settings = ServerSettings.of(config);
            running = JettyServer.open(settings, clock, certificates, rateLimitFilter, parts::problems);
        } catch (StartupException e) {
            refusal = e;
        }
    }

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, unbind = "removeRateLimiter")
    void setRateLimiter(RateLimiter rateLimiter) {
        rateLimitFilter.set(rateLimiter);
    }

    void removeRateLimiter(RateLimiter rateLimiter) {
        rateLimitFilter.remove(rateLimiter);
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "removeCheck")
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

    /** Makes the start fail when the listeners are not open. */
    @Override
    public String call() {
        if (refusal != null) {
            throw refusal;
        }
        return "";
    }

    /** Writes the metrics of the connections, and of the requests by route. */
    @Override
    public void collect(MetricSink sink) {
        running().ifPresent(server -> {
            sink.gauge("http_connections", "Open connections", server.connections());
            ConnectionLimiter.Usage usage = server.connectionUsage();
            sink.counter(
                    "http_connections_replaced_total",
                    "Idle connections that were closed to make room for a newer one",
                    usage.replaced());
            sink.counter(
                    "http_connections_refused_total",
                    "Connections that were rejected because all others carried a request",
                    usage.refused());
            server.metrics().collect(sink);
        });
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
