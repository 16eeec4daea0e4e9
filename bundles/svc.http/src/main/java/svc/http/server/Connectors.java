package svc.http.server;

import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import svc.api.net.ListenAddress;
import svc.api.time.Clock;
import svc.api.tls.TlsCertificates;
import svc.http.config.ClientLimits;
import svc.http.config.RouteDeclaration;
import svc.http.handlers.HeaderSizeHandler;
import svc.http.handlers.TlsHandshakeTimeout;

/** Creates and binds the listeners. */
final class Connectors {

    /**
     * The URI violations that a route can permit ({@code raw}). For all other routes, the router rejects these
     * violations.
     */
    private static final UriCompliance RAW = UriCompliance.RFC3986.with(
            "svc",
            UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
            UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
            UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS);

    private static final int STREAMS_PER_CONNECTION = 128;

    /** The idle timeout of a stream. Event streams send data more often. */
    private static final Duration STREAM_IDLE = Duration.ofMinutes(10);

    private final Server server;
    private final ClientLimits limits;
    private final Clock clock;
    private final ConnectionLimiter limiter;

    Connectors(Server server, ClientLimits limits, Clock clock, ConnectionLimiter limiter) {
        this.server = server;
        this.limits = limits;
        this.clock = clock;
        this.limiter = limiter;
    }

    /** Creates a listener for HTTP/1.1 and for h2c, both by prior knowledge and by upgrade. */
    ServerConnector plain(String surface, String key, ListenAddress address) {
        HttpConfiguration configuration = configuration();
        ConnectionFactory[] factories = {
            new HttpConnectionFactory(configuration),
            withLimits(new HTTP2CServerConnectionFactory(withLargerBuffer(configuration)))
        };
        return bound(
                surface,
                key,
                address,
                surface.equals(RouteDeclaration.PUBLIC)
                        ? new LimitedConnector(server, limiter, factories)
                        : new ServerConnector(server, null, null, null, 1, -1, factories));
    }

    /** Creates a TLS listener for HTTP/2 and HTTP/1.1, chosen by ALPN. */
    ServerConnector tls(String surface, ListenAddress address, TlsCertificates certificates) {
        HttpConfiguration configuration = configuration();
        // The requested host need not match the certificate, because a proxy may forward the request.
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        HttpConnectionFactory http1 = new HttpConnectionFactory(configuration);
        alpn.setDefaultProtocol(http1.getProtocol());
        ServerConnector connector = bound(
                surface,
                "tls_listen",
                address,
                new LimitedConnector(
                        server,
                        limiter,
                        new SslConnectionFactory(sslContext(certificates), alpn.getProtocol()),
                        alpn,
                        withLimits(new HTTP2ServerConnectionFactory(withLargerBuffer(configuration))),
                        http1));
        connector.addBean(new TlsHandshakeTimeout(clock));
        return connector;
    }

    /** Returns a factory that asks for the context of each connection, so that new certificates apply at once. */
    private static SslContextFactory.Server sslContext(TlsCertificates certificates) {
        SslContextFactory.Server factory = new SslContextFactory.Server() {
            @Override
            public SSLContext getSslContext() {
                return certificates.context();
            }
        };
        factory.setSslContext(certificates.context());
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        return factory;
    }

    private HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(limits.head());
        configuration.setResponseHeaderSize(16_384);
        configuration.setHttpCompliance(HttpCompliance.RFC9110);
        configuration.setUriCompliance(RAW);
        return configuration;
    }

    /** Returns a copy of the configuration with a higher header limit for HTTP/2; see {@link HeaderSizeHandler}. */
    private HttpConfiguration withLargerBuffer(HttpConfiguration configuration) {
        HttpConfiguration withLargerBuffer = new HttpConfiguration(configuration);
        withLargerBuffer.setRequestHeaderSize(limits.head() * HeaderSizeHandler.ROOM);
        return withLargerBuffer;
    }

    private AbstractHTTP2ServerConnectionFactory withLimits(AbstractHTTP2ServerConnectionFactory factory) {
        // Jetty ends a stream at its second idle timeout even if its route keeps the stream open. This timeout limits
        // responses that the client does not read; stalled request bodies have a separate limit.
        factory.setStreamIdleTimeout(
                Math.max(STREAM_IDLE.toMillis(), limits.idle().toMillis()));
        factory.setMaxConcurrentStreams(STREAMS_PER_CONNECTION);
        // WebSocket is offered over HTTP/1.1 only; browsers then open a separate connection.
        factory.setConnectProtocolEnabled(false);
        return factory;
    }

    private ServerConnector bound(String surface, String key, ListenAddress address, ServerConnector connector) {
        connector.setName(surface);
        connector.setHost(address.host());
        connector.setPort(address.port());
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setReuseAddress(true);
        try {
            connector.open();
        } catch (IOException | UnresolvedAddressException e) {
            throw address.bindFailure("[server] " + key, e);
        }
        return connector;
    }
}
