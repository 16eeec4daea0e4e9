package svc.net;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import svc.api.net.IpNetwork;

/**
 * Counts the open connections, in total and for each protocol and network (an IPv4 address or an IPv6 /64). The limit
 * per network does not apply to trusted addresses.
 */
final class ConnectionLimits {

    private final NetSettings settings;
    private final Predicate<InetAddress> trusted;
    private final Map<Client, Integer> clients = new HashMap<>();
    private final Map<String, Long> refused = new HashMap<>();
    private int open;

    /** The connections that one limit applies to. */
    record Client(String protocol, IpNetwork network) {}

    ConnectionLimits(NetSettings settings, Predicate<InetAddress> trusted) {
        this.settings = settings;
        this.trusted = trusted;
    }

    /** Counts a new connection; returns false when the maximum is reached. */
    synchronized boolean admit(String protocol) {
        if (open >= settings.connections()) {
            refused.merge(protocol, 1L, Long::sum);
            return false;
        }
        open++;
        return true;
    }

    /** Subtracts a connection that {@link #admit(String)} counted. */
    synchronized void release() {
        open--;
    }

    /** Counts a connection of a client whose address is now known; returns false when its limit is reached. */
    synchronized boolean admit(String protocol, InetAddress address) {
        Client client = client(protocol, address);
        int count = clients.getOrDefault(client, 0);
        if (count >= settings.connectionsPerNetwork() && !trusted.test(address)) {
            refused.merge(protocol, 1L, Long::sum);
            return false;
        }
        clients.put(client, count + 1);
        return true;
    }

    /** Subtracts a connection that {@link #admit(String, InetAddress)} counted. */
    synchronized void release(String protocol, InetAddress address) {
        clients.computeIfPresent(client(protocol, address), (key, count) -> count == 1 ? null : count - 1);
    }

    synchronized int open() {
        return open;
    }

    /** Returns how many connections were refused, by protocol. */
    synchronized Map<String, Long> refused() {
        return Map.copyOf(refused);
    }

    /** Returns the networks that have reached the limit, each with the protocol. */
    synchronized List<String> full() {
        return clients.entrySet().stream()
                .filter(entry -> entry.getValue() >= settings.connectionsPerNetwork())
                .map(entry -> entry.getKey().network() + " (" + entry.getKey().protocol() + ")")
                .sorted()
                .toList();
    }

    private static Client client(String protocol, InetAddress address) {
        return new Client(protocol, IpNetwork.around(address));
    }
}
