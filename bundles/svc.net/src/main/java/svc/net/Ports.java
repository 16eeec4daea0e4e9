package svc.net;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.lifecycle.StartupException;
import svc.api.metrics.MetricSink;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.ConnectionService.Listener;
import svc.api.net.connection.OpenListeners.OpenListener;
import svc.api.time.Clock;
import svc.api.tls.TlsCertificates;

/** The open listeners of all protocols, with their connections. Without a listener there is no thread. */
final class Ports {

    private final NetSettings settings;
    private final Clock clock;
    private final TlsIdentity tls;
    private final ConnectionLimits limits;
    private final Map<ConnectionService, List<Port>> open = new LinkedHashMap<>();
    private @Nullable Network network;
    private boolean accepting;
    private boolean stopping;
    private long stopped;

    Ports(NetSettings settings, Clock clock, TlsCertificates certificates, Predicate<InetAddress> trusted) {
        this.settings = settings;
        this.clock = clock;
        this.tls = new TlsIdentity(certificates);
        this.limits = new ConnectionLimits(settings, trusted);
    }

    /**
     * Binds the listeners of a service.
     *
     * @throws StartupException if one cannot be bound; then none is
     */
    synchronized void open(ConnectionService service) {
        List<Port> ports = new ArrayList<>();
        try {
            for (Listener listener : service.listeners()) {
                tls.prepare(listener.implicitTls());
                ports.add(new Port(running(), service, listener));
            }
        } catch (StartupException e) {
            ports.forEach(Port::close);
            throw e;
        }
        open.put(service, ports);
        if (accepting) {
            ports.forEach(Port::accept);
        }
    }

    private Network running() {
        Network current = network;
        if (current == null) {
            current = Network.start(settings, clock, tls, limits);
            network = current;
        }
        return current;
    }

    /** Begins to accept connections, also on listeners that are bound later. */
    synchronized void accept() {
        accepting = true;
        all().forEach(Port::accept);
    }

    /** Closes the listeners of a service, and ends its connections within a time. */
    void close(ConnectionService service, Duration most) {
        Optional<Network> current;
        synchronized (this) {
            open.getOrDefault(service, List.of()).forEach(Port::close);
            open.remove(service);
            current = network();
        }
        current.ifPresent(running -> {
            running.stop(connection -> connection.service() == service);
            running.await(connection -> connection.service() == service, most);
        });
    }

    /** Closes all listeners, ends the idle connections at once, and the others when their command is complete. */
    void stop() {
        Optional<Network> current;
        synchronized (this) {
            if (stopping) {
                return;
            }
            stopping = true;
            all().forEach(Port::close);
            open.clear();
            stopped = clock.nanos();
            current = network();
        }
        current.ifPresent(running -> running.stop(any -> true));
    }

    /** Waits until all connections have ended, but at most until a time after {@link #stop}. */
    void await(Duration most) {
        stop();
        Optional<Network> current;
        Duration rest;
        synchronized (this) {
            current = network();
            rest = most.minusNanos(clock.nanos() - stopped);
        }
        current.ifPresent(running -> running.await(any -> true, rest.isNegative() ? Duration.ZERO : rest));
    }

    private Optional<Network> network() {
        return Optional.ofNullable(network);
    }

    /** Closes everything at once. */
    synchronized void close() {
        all().forEach(Port::close);
        open.clear();
        if (network != null) {
            network.close();
        }
    }

    synchronized List<OpenListener> listeners() {
        return all().map(Port::open).toList();
    }

    NetSettings settings() {
        return settings;
    }

    ConnectionLimits limits() {
        return limits;
    }

    /** Writes the metrics of the connections. */
    void collect(MetricSink sink) {
        for (String protocol : protocols()) {
            for (boolean secured : List.of(true, false)) {
                long count = connections().stream()
                        .filter(one -> one.service().protocol().equals(protocol) && one.secured() == secured)
                        .count();
                String label = Boolean.toString(secured);
                sink.gauge("connections", "Open connections", (double) count, "protocol", protocol, "tls", label);
            }
        }
        limits.refused()
                .forEach((protocol, count) -> sink.counter(
                        "connections_refused_total",
                        "Connections that exceeded a limit of connections",
                        count,
                        "protocol",
                        protocol));
    }

    private synchronized List<String> protocols() {
        return open.keySet().stream()
                .map(ConnectionService::protocol)
                .distinct()
                .toList();
    }

    synchronized Collection<LineConnection> connections() {
        return network().map(Network::connections).orElse(List.of());
    }

    private Stream<Port> all() {
        return open.values().stream().flatMap(List::stream);
    }
}
