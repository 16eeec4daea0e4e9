package svc.http.server;

import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import svc.api.time.Clock;
import svc.http.handlers.ConnectionMonitor;
import svc.http.handlers.Requests;
import svc.http.handlers.SlowHeaderMonitor;

/**
 * Closes HTTP/2 connections that have had no stream for the duration of the idle timeout. Jetty's own idle timeout
 * restarts with every frame, so a client could keep a connection open with PING and SETTINGS frames alone.
 */
final class IdleHttp2Sessions extends ConnectionMonitor<HTTP2Session, IdleHttp2Sessions.Seen> {

    private final long idleNanos;

    IdleHttp2Sessions(Clock clock, Server server, Duration idle) {
        super(
                clock,
                server,
                idle.dividedBy(4).compareTo(SlowHeaderMonitor.LOOK) < 0 ? idle.dividedBy(4) : SlowHeaderMonitor.LOOK);
        this.idleNanos = idle.toNanos();
    }

    /**
     * The state of an HTTP/2 session at an inspection.
     *
     * @param streams the number of streams that the client has opened
     * @param nanos the time of the last inspection at which the session was in use
     */
    record Seen(long streams, long nanos) {}

    @Override
    protected void check(EndPoint endPoint, long nanos, Map<HTTP2Session, Seen> seen, Map<HTTP2Session, Seen> now) {
        if (!(Requests.connection(endPoint) instanceof HTTP2Connection connection)) {
            return;
        }
        HTTP2Session session = connection.getSession();
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
