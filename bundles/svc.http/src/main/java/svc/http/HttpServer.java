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
import svc.api.boot.BootRefusal;
import svc.api.guard.Guard;
import svc.api.http.Listeners;
import svc.api.time.Clock;

/**
 * The HTTP server as a component. It answers (with 503) from its activation on. A failure to bind is kept, for a component
 * that throws is only logged: the step that verifies the start throws it where it counts.
 */
@Component(
        service = {HttpServer.class, Listeners.class},
        configurationPid = "svc.server",
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        immediate = true)
@Designate(ocd = ServerConfig.class)
public final class HttpServer implements Listeners {

    private final Doorman doorman = new Doorman();
    private @Nullable Settings settings;
    private @Nullable JettyServer running;
    private @Nullable BootRefusal refusal;

    /** Opens the listeners. */
    @Activate
    public HttpServer(ServerConfig config, BundleContext context, @Reference Clock clock) {
        this(
                config,
                Path.of(Optional.ofNullable(context.getProperty("svc.home")).orElse(".")),
                clock);
    }

    HttpServer(ServerConfig config, Path home, Clock clock) {
        try {
            settings = Settings.of(config, home);
            running = JettyServer.open(settings, clock, doorman);
        } catch (BootRefusal e) {
            refusal = e;
        }
    }

    /** Somebody who counts requests has come. */
    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC, unbind = "dismiss")
    void post(Guard guard) {
        doorman.post(guard);
    }

    void dismiss(Guard guard) {
        doorman.dismiss(guard);
    }

    @Deactivate
    void close() {
        running().ifPresent(JettyServer::close);
    }

    Optional<JettyServer> running() {
        return Optional.ofNullable(running);
    }

    Optional<Settings> settings() {
        return Optional.ofNullable(settings);
    }

    /** Why nothing runs. */
    Optional<BootRefusal> refusal() {
        return Optional.ofNullable(refusal);
    }

    @Override
    public List<Listener> listeners() {
        return running().map(JettyServer::listeners).orElse(List.of());
    }

    @Override
    public Optional<String> publicUrl() {
        return settings().flatMap(Settings::publicUrl).map(url -> url.toString().replaceFirst("/+$", ""));
    }

    @Override
    public List<MountedRoute> routes() {
        return running()
                .map(server -> Stream.concat(
                                ReadyGate.PATHS.stream()
                                        .map(path -> new MountedRoute(path, Declaration.PUBLIC, "health", "svc.http")),
                                server.routes().all().entrySet().stream()
                                        .map(entry -> mounted(entry.getKey(), entry.getValue())))
                        .sorted(java.util.Comparator.comparing(MountedRoute::path))
                        .toList())
                .orElse(List.of());
    }

    @Override
    public List<RefusedRoute> refused() {
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
