package svc.http.handlers;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Server;
import svc.api.time.Clock;

/**
 * Inspects every open connection periodically, and compares its state with the state at the previous inspection.
 *
 * @param <K> the type of the inspected connections or HTTP/2 sessions
 * @param <S> the type of the state that an inspection stores for a connection
 */
public abstract class ConnectionMonitor<K, S> {

    private final Clock clock;
    private final Server server;
    private final Duration interval;
    private Map<K, S> seen = new HashMap<>();
    private volatile boolean closed;

    protected ConnectionMonitor(Clock clock, Server server, Duration interval) {
        this.clock = clock;
        this.server = server;
        this.interval = interval;
    }

    public final void start() {
        clock.schedule(interval, this::inspect);
    }

    public final void close() {
        closed = true;
    }

    private void inspect() {
        if (closed) {
            return;
        }
        Map<K, S> now = new HashMap<>();
        Arrays.stream(server.getConnectors())
                .flatMap(connector -> connector.getConnectedEndPoints().stream())
                .forEach(endPoint -> check(endPoint, clock.nanos(), seen, now));
        seen = now;
        clock.schedule(interval, this::inspect);
    }

    /**
     * Inspects one connection: adds its state to {@code now}, or closes the connection.
     *
     * @param nanos the current time
     * @param before the states at the previous inspection
     * @param now the states at this inspection
     */
    protected abstract void check(EndPoint endPoint, long nanos, Map<K, S> before, Map<K, S> now);
}
