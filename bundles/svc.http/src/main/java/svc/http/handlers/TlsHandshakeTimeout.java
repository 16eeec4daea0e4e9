package svc.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import svc.api.time.Clock;

/** Ends a TLS handshake that takes too long, however busily the client drips. */
final class HandshakeLimit implements Connection.Listener, SslHandshakeListener {

    private final Clock clock;
    private final Map<SSLEngine, Clock.Alarm> running = new ConcurrentHashMap<>();

    HandshakeLimit(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection tls) {
            SSLEngine engine = tls.getSSLEngine();
            running.put(engine, clock.after(Limits.HEAD_TIME, () -> {
                if (running.remove(engine) != null) {
                    tls.getEndPoint().close();
                }
            }));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        if (connection instanceof SslConnection tls) {
            done(tls.getSSLEngine());
        }
    }

    @Override
    public void handshakeSucceeded(Event event) {
        done(event.getSSLEngine());
    }

    private void done(SSLEngine engine) {
        Clock.Alarm alarm = running.remove(engine);
        if (alarm != null) {
            alarm.cancel();
        }
    }
}
