package svc.http.server;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import svc.api.time.Clock;
import svc.http.handlers.Requests;
import svc.http.handlers.SlowHeaderMonitor;

/**
 * Closes HTTP/2 connections that had no stream for the idle timeout. Jetty's own idle timeout restarts with every
 * frame, so a client could keep a connection open with PING and SETTINGS frames alone.
 */
final class IdleHttp2Sessions {

    private final Clock clock;
    private final Server server;
    private final long idleNanos;
    private final Duration interval;
    private Map<HTTP2Session, Seen> seen = new HashMap<>();
    private volatile boolean closed;

    IdleHttp2Sessions(Clock clock, Server server, Duration idle) {
        this.clock = clock;
        this.server = server;
        this.idleNanos = idle.toNanos();
        this.interval =
                idle.dividedBy(4).compareTo(SlowHeaderMonitor.LOOK) < 0 ? idle.dividedBy(4) : SlowHeaderMonitor.LOOK;
    }

    /** The number of streams that the client had opened, and the time when the session was last seen in use. */
    private record Seen(long streams, long nanos) {}

    void start() {
        clock.schedule(interval, this::check);
    }

    void close() {
        closed = true;
    }

    private void check() {
        if (closed) {
            return;
        }
        Map<HTTP2Session, Seen> now = new HashMap<>();
        Arrays.stream(server.getConnectors())
                .flatMap(connector -> connector.getConnectedEndPoints().stream())
                .map(Requests::connection)
                .filter(HTTP2Connection.class::isInstance)
                .forEach(connection -> check(((HTTP2Connection) connection).getSession(), now));
        seen = now;
        clock.schedule(interval, this::check);
    }

    private void check(HTTP2Session session, Map<HTTP2Session, Seen> now) {
        long nanos = clock.nanos();
        Seen before = seen.get(session);
        if (before == null || session.getStreamCount() > 0 || before.streams != session.getStreamsOpened()) {
            now.put(session, new Seen(session.getStreamsOpened(), nanos));
        } else if (nanos - before.nanos < idleNanos) {
            now.put(session, before);
        } else {
            session.close(ErrorCode.NO_ERROR.code, "idle_timeout", Callback.NOOP);
        }
    }
}
