package svc.net;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.StartupException;
import svc.api.tls.TlsCertificates;

/** The server's side of TLS for all listeners: TLS 1.2 and 1.3 with the current certificates. */
final class TlsIdentity {

    private static final Logger LOG = LoggerFactory.getLogger(TlsIdentity.class);

    private final TlsCertificates certificates;
    private SslContextFactory.@Nullable Server factory;

    TlsIdentity(TlsCertificates certificates) {
        this.certificates = certificates;
    }

    /**
     * Reads the certificates before a listener opens.
     *
     * @param required whether the listener begins with TLS; otherwise its connections do without TLS if there is no
     *     certificate
     * @throws StartupException if TLS is required and there is no valid certificate
     */
    synchronized void prepare(boolean required) {
        try {
            if (factory == null) {
                factory = started(certificates);
            }
        } catch (StartupException e) {
            if (required) {
                throw e;
            }
            LOG.warn(
                    "Clients cannot begin TLS (STARTTLS), because there is no certificate. {}",
                    String.valueOf(e.getMessage()).replace('\n', ' '));
        }
    }

    /** Returns whether there is a certificate. */
    synchronized boolean available() {
        return factory != null;
    }

    /** Creates the TLS layer of a connection. */
    TlsLayer layer(Network network, EndPoint endPoint) {
        SslContextFactory.Server current = factory();
        SSLEngine engine = current.newSSLEngine(
                endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote ? remote : null);
        engine.setUseClientMode(false);
        return new TlsLayer(network.buffers(), network.threads(), current, endPoint, engine);
    }

    private synchronized SslContextFactory.Server factory() {
        SslContextFactory.Server current = factory;
        if (current == null) {
            throw new IllegalStateException("there is no certificate");
        }
        return current;
    }

    /** Returns a factory that asks for the context of each connection, so that new certificates apply at once. */
    private static SslContextFactory.Server started(TlsCertificates certificates) {
        SslContextFactory.Server made = new SslContextFactory.Server() {
            @Override
            public SSLContext getSslContext() {
                return certificates.context();
            }
        };
        made.setSslContext(certificates.context());
        made.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        try {
            made.start();
        } catch (Exception e) { // the library method declares Exception
            throw new IllegalStateException("TLS cannot be prepared", e);
        }
        return made;
    }
}
