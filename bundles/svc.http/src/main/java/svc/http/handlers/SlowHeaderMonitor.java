package svc.http.handlers;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.AbstractMetaDataConnection;
import org.eclipse.jetty.server.Server;
import svc.api.time.Clock;
import svc.http.config.ClientLimits;

/**
 * Closes HTTP/1.1 connections whose client sends a request header too slowly. The idle timeout does not apply to them,
 * because each byte restarts it. The monitor compares the counters of every connection periodically: bytes that arrive
 * after the last complete request, while no response is in progress, belong to an incomplete header.
 */
public final class SlowHeaderMonitor {

    public static final Duration LOOK = Duration.ofSeconds(5);

    private final Clock clock;
    private final Server server;
    private Map<Connection, Seen> seen = new HashMap<>();
    private volatile boolean closed;

    public SlowHeaderMonitor(Clock clock, Server server) {
        this.clock = clock;
        this.server = server;
    }

    public void start() {
        clock.schedule(LOOK, this::checkAll);
    }

    public void close() {
        closed = true;
    }

    private void checkAll() {
        if (closed) {
            return;
        }
        Map<Connection, Seen> now = new HashMap<>();
        Arrays.stream(server.getConnectors())
                .flatMap(connector -> connector.getConnectedEndPoints().stream())
                .forEach(endPoint -> check(endPoint, now));
        seen = now;
        clock.schedule(LOOK, this::checkAll);
    }

    private void check(EndPoint endPoint, Map<Connection, Seen> now) {
        Connection connection = endPoint.getConnection() instanceof SslConnection tls
                ? tls.getSslEndPoint().getConnection()
                : endPoint.getConnection();
        boolean http1 = connection instanceof AbstractMetaDataConnection;
        if (!http1 || connection.getMessagesIn() != connection.getMessagesOut()) {
            return;
        }
        long nanos = clock.nanos();
        Seen before = seen.get(connection);
        Seen next = new Seen(connection.getMessagesIn(), connection.getBytesIn(), false, nanos);
        if (before == null || before.messages != next.messages) {
            now.put(connection, next.messages == 0 && next.bytes > 0 ? new Seen(0, 0, true, nanos) : next);
        } else if (next.bytes == before.bytes) {
            now.put(connection, before);
        } else if (!before.growing) {
            now.put(connection, new Seen(before.messages, before.bytes, true, nanos));
        } else if (nanos - before.since > ClientLimits.HEAD_TIME.toNanos()) {
            endPoint.close();
        } else {
            now.put(connection, before);
        }
    }

    /**
     * The number of complete requests, the bytes received with the last one, whether more have arrived, and since when.
     */
    private record Seen(long messages, long bytes, boolean growing, long since) {}
}
