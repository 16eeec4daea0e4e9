package svc.mail.out.send;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The client side of TLS (RFC 3207). Thread-safe. */
final class TlsClient {

    /** How the certificate of the server is verified. */
    private enum Verification {
        NONE,
        POLICY,
        SYSTEM
    }

    private final SSLContext context;
    private final Verification verification;

    private TlsClient(TrustManager @Nullable [] verifiers, Verification verification) {
        this.verification = verification;
        try {
            context = SSLContext.getInstance("TLS");
            context.init(null, verifiers, null);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a client that accepts certificates by a policy; each certificate if there is none. */
    static TlsClient of(Optional<X509ExtendedTrustManager> policy) {
        return policy.isPresent()
                ? new TlsClient(new TrustManager[] {policy.get()}, Verification.POLICY)
                : new TlsClient(new TrustManager[] {new AnyCertificate()}, Verification.NONE);
    }

    /** Returns a client that accepts certificates of the authorities that the system trusts, for the name of the host. */
    static TlsClient ofSystem() {
        return new TlsClient(null, Verification.SYSTEM);
    }

    boolean verifies() {
        return verification != Verification.NONE;
    }

    /** Does the handshake on a connected socket. */
    Socket handshake(Socket plain, String name) throws IOException {
        SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(plain, name, plain.getPort(), true);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        serverName(name).ifPresent(sni -> parameters.setServerNames(List.of(sni)));
        if (verification == Verification.SYSTEM) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        return tls;
    }

    /** An address has no server name (RFC 6066 §3). */
    private static Optional<SNIHostName> serverName(String name) {
        try {
            return name.matches("[0-9.]*|.*:.*") ? Optional.empty() : Optional.of(new SNIHostName(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static Optional<String> version(Socket socket) {
        return socket instanceof SSLSocket tls ? Optional.of(tls.getSession().getProtocol()) : Optional.empty();
    }

    /** Accepts each certificate: opportunistic TLS protects only from observers (RFC 7435). */
    private static final class AnyCertificate extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
