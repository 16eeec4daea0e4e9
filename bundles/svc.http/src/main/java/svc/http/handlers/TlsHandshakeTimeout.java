package svc.http.handlers;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;
import svc.http.config.ClientLimits;

/** Closes a connection whose TLS handshake takes too long, even while bytes arrive. */
public final class TlsHandshakeTimeout implements Connection.Listener, SslHandshakeListener {

    private final Clock clock;
    private final Map<SSLEngine, Alarm> running = new ConcurrentHashMap<>();

    public TlsHandshakeTimeout(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection tls) {
            SSLEngine engine = tls.getSSLEngine();
            running.put(engine, clock.schedule(ClientLimits.HEAD_TIME, () -> {
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
        Alarm alarm = running.remove(engine);
        if (alarm != null) {
            alarm.cancel();
        }
    }
}
