package svc.guard;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import svc.api.guard.Network;

/**
 * The failed sign-ins of a while, by the network that a client can choose its addresses from: an IPv4 address, a /64 of
 * IPv6. Of too many networks those are forgotten that failed longest ago. Any thread.
 */
final class Failures {

    private static final int NETWORKS = 20_000;
    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 64;

    private final Map<Network, Recent> networks = new LinkedHashMap<>(16, 0.75f, true);

    private static final class Recent {
        private final Deque<Long> times = new ArrayDeque<>();
        private final InetAddress first;
        private boolean several;

        Recent(InetAddress first) {
            this.first = first;
        }
    }

    /** The network within which a client moves as it likes. */
    static Network around(InetAddress address) {
        return Network.of(address, address.getAddress().length == 4 ? IPV4_BITS : IPV6_BITS);
    }

    /** Takes one; whom to ban when it is the last that was missing: the address alone where all came from it. */
    synchronized Optional<Network> add(InetAddress address, long now, int most, Duration window) {
        Network network = around(address);
        Recent recent = networks.computeIfAbsent(network, any -> new Recent(address));
        recent.several |= !recent.first.equals(address);
        recent.times.addLast(now);
        while (now - recent.times.getFirst() >= window.toNanos()) {
            recent.times.removeFirst();
        }
        if (recent.times.size() >= most) {
            networks.remove(network);
            return Optional.of(recent.several ? network : Network.of(address, address.getAddress().length * 8));
        }
        if (networks.size() > NETWORKS) {
            networks.remove(networks.keySet().iterator().next());
        }
        return Optional.empty();
    }

    /** How many networks are remembered. */
    synchronized int size() {
        return networks.size();
    }
}
