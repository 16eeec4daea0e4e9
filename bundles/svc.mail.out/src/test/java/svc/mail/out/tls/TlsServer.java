package svc.mail.out.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import svc.mail.out.tls.Certificates.Issued;

/** Connects to a local TLS server with a certificate chain. */
final class TlsServer {

    private TlsServer() {}

    /**
     * Makes a handshake with a server that has this chain, and returns the type of the failure; empty for success.
     *
     * @param chain the certificate of the server, then those of the authorities that it sends
     */
    static String handshake(X509ExtendedTrustManager verification, Issued... chain) {
        try (SSLServerSocket server = (SSLServerSocket)
                context(chain).getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> serving = CompletableFuture.runAsync(() -> serve(server));
            SSLContext client = SSLContext.getInstance("TLS");
            client.init(null, new TrustManager[] {verification}, null);
            try (SSLSocket socket = (SSLSocket)
                    client.getSocketFactory().createSocket(server.getInetAddress(), server.getLocalPort())) {
                socket.startHandshake();
                return "";
            } catch (IOException e) {
                return TlsPolicies.Outcome.failed("", "", e).failure();
            } finally {
                serving.join();
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void serve(SSLServerSocket server) {
        try (SSLSocket socket = (SSLSocket) server.accept()) {
            socket.startHandshake();
        } catch (IOException e) {
            // the client has rejected the certificate
        }
    }

    private static SSLContext context(Issued... chain) throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "server",
                    chain[0].pair().getPrivate(),
                    new char[0],
                    Arrays.stream(chain).map(Issued::certificate).toArray(Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
