package svc.delivery.trace;

import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import svc.api.net.IpNetwork;
import svc.api.time.Clock;

/**
 * Limits the refusals that are recorded within an hour, in total and for each client, so that a flood of refusals does not
 * displace the other events. Not thread-safe.
 */
final class RefusalLimit {

    /** The maximum number of events within an hour. */
    static final int MOST = 10_000;

    /** The maximum number of events within an hour that one client causes. */
    static final int MOST_OF_CLIENT = 1_000;

    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final Clock clock;
    private final Map<IpNetwork, Integer> clients = new HashMap<>();
    private long began;
    private int total;

    RefusalLimit(Clock clock) {
        this.clock = clock;
        this.began = clock.nanos();
    }

    /** Counts events, unless they exceed the limit. Returns whether they may be recorded. */
    boolean permits(InetAddress client, int events) {
        long now = clock.nanos();
        if (now - began >= HOUR) {
            began = now;
            total = 0;
            clients.clear();
        }
        IpNetwork network = IpNetwork.around(client);
        int ofClient = clients.getOrDefault(network, 0) + events;
        if (total + events > MOST || ofClient > MOST_OF_CLIENT) {
            return false;
        }
        total += events;
        clients.put(network, ofClient);
        return true;
    }
}
