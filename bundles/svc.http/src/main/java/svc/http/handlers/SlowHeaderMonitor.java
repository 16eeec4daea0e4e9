package svc.http;

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

/**
 * Closes connections whose client drips the head of a request: the idle limit does not see them, because something always
 * moves. It looks at the counts of every connection now and then; only bytes that came since the last whole request, while
 * none is being answered, belong to an unfinished head.
 */
final class SlowHeads {

    static final Duration LOOK = Duration.ofSeconds(5);

    private final Clock clock;
    private final Server server;
    private Map<Connection, Seen> seen = new HashMap<>();
    private volatile boolean closed;

    SlowHeads(Clock clock, Server server) {
        this.clock = clock;
        this.server = server;
    }

    void start() {
        clock.after(LOOK, this::look);
    }

    void close() {
        closed = true;
    }

    private void look() {
        if (closed) {
            return;
        }
        Map<Connection, Seen> now = new HashMap<>();
        Arrays.stream(server.getConnectors())
                .flatMap(connector -> connector.getConnectedEndPoints().stream())
                .forEach(endPoint -> judge(endPoint, now));
        seen = now;
        clock.after(LOOK, this::look);
    }

    private void judge(EndPoint endPoint, Map<Connection, Seen> now) {
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
        } else if (nanos - before.since > Limits.HEAD_TIME.toNanos()) {
            endPoint.close();
        } else {
            now.put(connection, before);
        }
    }

    /** The count of whole requests, the bytes at rest behind the last one, and since when there are more. */
    private record Seen(long messages, long bytes, boolean growing, long since) {}
}
