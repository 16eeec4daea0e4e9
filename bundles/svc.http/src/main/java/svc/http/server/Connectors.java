package svc.http;

import java.io.IOException;
import java.net.BindException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
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
import svc.api.boot.BootRefusal;
import svc.api.time.Clock;

/** Makes the listeners and binds them. */
final class Connectors {

    /** Beyond the strict form, what single routes want; the router refuses it for all others. */
    private static final UriCompliance RAW = UriCompliance.RFC3986.with(
            "svc",
            UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
            UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
            UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS);

    private static final int STREAMS_PER_CONNECTION = 128;

    /** A stream of events says something more often than this. */
    private static final Duration STREAM_IDLE = Duration.ofMinutes(10);

    private final Server server;
    private final Limits limits;
    private final Clock clock;

    Connectors(Server server, Limits limits, Clock clock) {
        this.server = server;
        this.limits = limits;
        this.clock = clock;
    }

    /** HTTP/1.1, and h2c both by prior knowledge and by upgrade. */
    ServerConnector plain(String surface, String key, ListenAddress address) {
        HttpConfiguration configuration = configuration();
        return bound(
                surface,
                key,
                address,
                new HttpConnectionFactory(configuration),
                limited(new HTTP2CServerConnectionFactory(roomy(configuration))));
    }

    /** TLS with HTTP/2 and HTTP/1.1 by ALPN. */
    ServerConnector tls(String surface, ListenAddress address, TlsIdentity identity) {
        HttpConfiguration configuration = configuration();
        // The name that the client asked for need not be in the certificate: a proxy may have been in between.
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        HttpConnectionFactory http1 = new HttpConnectionFactory(configuration);
        alpn.setDefaultProtocol(http1.getProtocol());
        ServerConnector connector = bound(
                surface,
                "tls_listen",
                address,
                new SslConnectionFactory(identity.context(), alpn.getProtocol()),
                alpn,
                limited(new HTTP2ServerConnectionFactory(roomy(configuration))),
                http1);
        connector.addBean(new HandshakeLimit(clock));
        return connector;
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

    /** See {@link LongHeads}. */
    private HttpConfiguration roomy(HttpConfiguration configuration) {
        HttpConfiguration roomy = new HttpConfiguration(configuration);
        roomy.setRequestHeaderSize(limits.head() * LongHeads.ROOM);
        return roomy;
    }

    private AbstractHTTP2ServerConnectionFactory limited(AbstractHTTP2ServerConnectionFactory factory) {
        // Jetty ends a stream at its second idle time even while its route keeps it open. Bodies that stand still have
        // a limit
        // of their own; this one is left for answers that nobody reads.
        factory.setStreamIdleTimeout(
                Math.max(STREAM_IDLE.toMillis(), limits.idle().toMillis()));
        factory.setMaxConcurrentStreams(STREAMS_PER_CONNECTION);
        // WebSocket goes over HTTP/1.1 only; browsers open a connection of their own when this is not offered.
        factory.setConnectProtocolEnabled(false);
        return factory;
    }

    private ServerConnector bound(String surface, String key, ListenAddress address, ConnectionFactory... factories) {
        ServerConnector connector = new ServerConnector(server, null, null, null, 1, -1, factories);
        connector.setName(surface);
        connector.setHost(address.host());
        connector.setPort(address.port());
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setReuseAddress(true);
        try {
            connector.open();
        } catch (IOException | UnresolvedAddressException e) {
            throw refusal(key, address, e);
        }
        return connector;
    }

    private static BootRefusal refusal(String key, ListenAddress address, Exception failure) {
        String message = causeOf(failure).map(Throwable::getMessage).orElse("");
        String place = "port " + address.port() + " of " + address.host();
        if (message.contains("in use")) {
            return new BootRefusal(
                    "[server] " + key + ": " + place + " is in use.",
                    "Stop the program that listens there (ss -ltnp shows it), or choose another port.");
        }
        if (message.contains("ermission")) {
            return new BootRefusal(
                    "[server] " + key + ": this user may not listen on " + place + ".",
                    "Choose a port from 1024 on, or give the program the right to bind lower ones.");
        }
        return new BootRefusal(
                "[server] " + key + ": " + place + " cannot be bound, for this machine has no such address.",
                "Choose an address of this machine; \"0.0.0.0\" stands for all of them.");
    }

    private static Optional<Throwable> causeOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException || cause instanceof java.net.SocketException) {
                return Optional.of(cause);
            }
        }
        return Optional.empty();
    }
}
