package svc.http.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectorManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.net.IpNetwork;
import svc.api.time.Clock;
import svc.http.config.ServerSettings;
import svc.http.handlers.Requests;

/**
 * Limits the open connections of the public listeners, in total and of each network (an IPv4 address or an IPv6 /64).
 * If a new connection exceeds a limit, the oldest connection that carries no request is closed instead. If every
 * connection carries a request, the new connection is closed. The limit per network does not apply to reverse proxies
 * and trusted addresses.
 */
public final class ConnectionLimiter implements SelectorManager.AcceptListener {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimiter.class);
    private static final long WARN_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    /** The operator is warned when this share of the maximum is reached. */
    public static final double NEARLY_FULL = 0.9;

    private final int limit;
    private final int limitPerNetwork;
    private final Predicate<InetAddress> unlimited;
    private final Clock clock;
    private final Map<SelectableChannel, Connection> open = new LinkedHashMap<>();
    private final Map<IpNetwork, Client> clients = new HashMap<>();
    private long warned;
    private boolean warnedBefore;
    private long replaced;
    private long refused;

    ConnectionLimiter(ServerSettings settings, Predicate<InetAddress> trusted, Clock clock) {
        this.limit = settings.limits().connections();
        this.limitPerNetwork = settings.limits().connectionsPerNetwork();
        this.unlimited =
                trusted.or(address -> settings.trustedProxies().stream().anyMatch(proxy -> proxy.contains(address)));
        this.clock = clock;
    }

    /** An open connection. The end point is null between the accept and the registration with a selector. */
    private static final class Connection {
        private final Optional<IpNetwork> network;
        private @Nullable EndPoint endPoint;

        Connection(Optional<IpNetwork> network) {
            this.network = network;
        }
    }

    /** The number of open connections of one network, and the time of its last warning. */
    private static final class Client {
        private int open;
        private long warned;
        private boolean warnedBefore;
    }

    /**
     * The use of the connection limits.
     *
     * @param open the number of open connections
     * @param limit the maximum number of open connections
     * @param replaced the number of connections that were closed in favour of a newer connection
     * @param refused the number of new connections that were closed
     * @param fullNetworks the networks that have reached the limit per network
     */
    public record Usage(int open, int limit, long replaced, long refused, List<String> fullNetworks) {}

    /** Counts a new connection. Returns false when a limit is reached and the caller must close it. */
    boolean admit(SocketChannel channel) throws IOException {
        Optional<IpNetwork> network = limitedNetwork(channel);
        Optional<SelectableChannel> old;
        boolean room = true;
        synchronized (this) {
            old = network.filter(this::full).flatMap(own -> oldest(own::equals));
            if (old.isEmpty() && open.size() >= limit) {
                old = busiestNetwork().flatMap(other -> oldest(other::equals)).or(() -> oldest(any -> true));
                room = old.isPresent();
            }
            room &= old.isPresent() || network.filter(this::full).isEmpty();
            warn(network);
            if (room) {
                old.ifPresent(this::remove);
                open.put(channel, new Connection(network));
                network.ifPresent(own -> clients.computeIfAbsent(own, any -> new Client()).open++);
                replaced += old.isPresent() ? 1 : 0;
            } else {
                refused++;
            }
        }
        if (room && old.isPresent()) {
            old.get().close();
        }
        return room;
    }

    /** Stores the end point of an admitted connection. The end point shows whether a request is in progress. */
    synchronized void opened(SelectableChannel channel, EndPoint endPoint) {
        Connection connection = open.get(channel);
        if (connection != null) {
            connection.endPoint = endPoint;
        }
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        onClosed(channel);
    }

    @Override
    public synchronized void onClosed(SelectableChannel channel) {
        remove(channel);
    }

    synchronized Usage usage() {
        return new Usage(
                open.size(),
                limit,
                replaced,
                refused,
                clients.entrySet().stream()
                        .filter(entry -> entry.getValue().open >= limitPerNetwork)
                        .map(entry -> entry.getKey().toString())
                        .sorted()
                        .toList());
    }

    private Optional<IpNetwork> limitedNetwork(SocketChannel channel) throws IOException {
        if (!(channel.getRemoteAddress() instanceof InetSocketAddress remote)) {
            return Optional.empty();
        }
        InetAddress address = remote.getAddress();
        return unlimited.test(address) ? Optional.empty() : Optional.of(IpNetwork.around(address));
    }

    private boolean full(IpNetwork network) {
        Client client = clients.get(network);
        return client != null && client.open >= limitPerNetwork;
    }

    private Optional<IpNetwork> busiestNetwork() {
        return clients.entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().open))
                .map(Map.Entry::getKey);
    }

    /** Returns the oldest connection that carries no request and belongs to a matching network. */
    private Optional<SelectableChannel> oldest(Predicate<IpNetwork> networks) {
        return open.entrySet().stream()
                .filter(entry -> entry.getValue().network.filter(networks).isPresent())
                .filter(entry -> entry.getValue().endPoint == null || !Requests.isInProgress(entry.getValue().endPoint))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private void remove(SelectableChannel channel) {
        Connection connection = open.remove(channel);
        if (connection != null) {
            connection.network.ifPresent(network -> clients.computeIfPresent(network, (key, client) -> {
                client.open--;
                return client.open == 0 ? null : client;
            }));
        }
    }

    private void warn(Optional<IpNetwork> network) {
        long now = clock.nanos();
        Client client = network.map(clients::get).orElse(null);
        if (client != null
                && client.open >= limitPerNetwork
                && (!client.warnedBefore || now - client.warned >= WARN_EVERY_NANOS)) {
            client.warned = now;
            client.warnedBefore = true;
            LOG.warn(
                    "{} has {} open connections, the limit per network ([server]"
                            + " max_connections_per_network). Each new one replaces its oldest idle connection.",
                    network.get(),
                    client.open);
        }
        if (open.size() >= limit * NEARLY_FULL && (!warnedBefore || now - warned >= WARN_EVERY_NANOS)) {
            warned = now;
            warnedBefore = true;
            LOG.warn(
                    "{} of {} connections are open ([server] max_connections); most of them, {}, belong to {}.",
                    open.size(),
                    limit,
                    busiestNetwork().map(clients::get).map(heavy -> heavy.open).orElse(0),
                    busiestNetwork().map(IpNetwork::toString).orElse("trusted proxies"));
        }
    }
}
