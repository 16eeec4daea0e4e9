package svc.net;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Executor;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import svc.api.net.connection.Connection.Tls;

/** The TLS layer of a connection. */
final class TlsLayer extends SslConnection implements SslHandshakeListener {

    private volatile boolean established;
    private volatile boolean partialRecord;

    TlsLayer(
            ByteBufferPool buffers,
            Executor executor,
            SslContextFactory.Server tls,
            EndPoint endPoint,
            SSLEngine engine) {
        super(buffers, executor, tls, endPoint, engine, true, true);
        setRenegotiationAllowed(false);
        addHandshakeListener(this);
    }

    @Override
    public void handshakeSucceeded(Event event) {
        established = true;
    }

    @Override
    protected SSLEngineResult unwrap(SSLEngine engine, ByteBuffer input, ByteBuffer output) throws SSLException {
        SSLEngineResult result = super.unwrap(engine, input, output);
        partialRecord = input.hasRemaining() && result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW;
        return result;
    }

    /** Returns whether the handshake is complete. */
    boolean established() {
        return established;
    }

    /** Returns whether a part of a record has arrived. Jetty keeps a buffer of 17 kB until the rest arrives. */
    boolean hasPartialRecord() {
        return partialRecord;
    }

    /** Returns the parameters of the established connection. */
    Tls parameters() {
        SSLSession session = getSSLEngine().getSession();
        Optional<String> host = session instanceof ExtendedSSLSession extended
                ? extended.getRequestedServerNames().stream()
                        .filter(SNIHostName.class::isInstance)
                        .map(name -> ((SNIHostName) name).getAsciiName())
                        .findFirst()
                : Optional.empty();
        return new Tls(session.getProtocol(), session.getCipherSuite(), host);
    }
}
