package svc.net;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.OpenListeners;
import svc.api.ratelimit.RateLimiter;
import svc.api.time.Clock;
import svc.api.tls.TlsCertificates;

/**
 * The server of the line protocols as a component. It binds the listeners of the {@link ConnectionService} services in
 * the phase {@code verify} and accepts connections from the phase {@code ready} on. A service that is registered later is
 * opened at once.
 */
@Component(
        service = {LineServer.class, OpenListeners.class, Callable.class, MetricSource.class},
        configurationPid = "svc.net",
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        immediate = true)
@Designate(ocd = NetConfig.class)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class LineServer implements OpenListeners, Callable<String>, MetricSource {

    private static final Logger LOG = LoggerFactory.getLogger(LineServer.class);

    /** The time in which the connections of a removed service end. */
    private static final Duration REMOVAL_TIME = Duration.ofSeconds(5);

    /** The services, each with the error because of which its listeners are not open. */
    private final Map<ConnectionService, Optional<StartupException>> services = new LinkedHashMap<>();

    private @Nullable Ports ports;
    private @Nullable StartupException refusal;
    private volatile @Nullable RateLimiter rateLimiter;
    private boolean verified;

    @Activate
    public LineServer(NetConfig config, @Reference TlsCertificates certificates, @Reference Clock clock) {
        try {
            ports = new Ports(NetSettings.of(config), clock, certificates, this::trusts);
        } catch (StartupException e) {
            refusal = e;
        }
    }

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, unbind = "removeRateLimiter")
    void setRateLimiter(RateLimiter given) {
        rateLimiter = given;
    }

    void removeRateLimiter(RateLimiter gone) {
        if (rateLimiter == gone) {
            rateLimiter = null;
        }
    }

    private boolean trusts(InetAddress address) {
        RateLimiter current = rateLimiter;
        return current != null && current.isTrusted(address);
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "removeService")
    synchronized void addService(ConnectionService service) {
        services.put(service, Optional.empty());
        if (verified && ports != null) {
            try {
                ports.open(service);
            } catch (StartupException e) {
                services.put(service, Optional.of(e));
                LOG.error("{} is not served. {}", service.protocol(), e.getMessage());
            }
        }
    }

    void removeService(ConnectionService service) {
        synchronized (this) {
            services.remove(service);
        }
        ports().ifPresent(open -> open.close(service, REMOVAL_TIME));
    }

    /** Binds the listeners; throws an exception that makes the start fail if this is not possible. */
    @Override
    public synchronized String call() {
        if (refusal != null) {
            throw refusal;
        }
        verified = true;
        ports().ifPresent(open -> services.keySet().forEach(open::open));
        return "";
    }

    /** Begins to accept connections. */
    void ready() {
        ports().ifPresent(Ports::accept);
    }

    /** Accepts no further connections, ends the idle ones, and the others when their command is complete. */
    void stop() {
        ports().ifPresent(Ports::stop);
    }

    /** Waits until all connections have ended, but at most until a time after {@link #stop}. */
    void await(Duration most) {
        ports().ifPresent(open -> open.await(most));
    }

    @Deactivate
    public void close() {
        ports().ifPresent(Ports::close);
    }

    /** Returns the errors because of which services that were registered after the start are not served. */
    synchronized List<String> failures() {
        return services.values().stream()
                .flatMap(Optional::stream)
                .map(failure -> String.valueOf(failure.getMessage()).replace('\n', ' '))
                .toList();
    }

    synchronized Optional<Ports> ports() {
        return Optional.ofNullable(ports);
    }

    @Override
    public List<OpenListener> listeners() {
        return ports().map(Ports::listeners).orElse(List.of());
    }

    @Override
    public void collect(MetricSink sink) {
        ports().ifPresent(open -> open.collect(sink));
    }
}
