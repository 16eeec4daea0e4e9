package svc.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.http.client.TargetRefusedException;
import svc.testkit.ServerKeys;

/** Requests with TLS: the address and the name of the server are checked. */
class JettyHttpClientTlsTest extends JettyHttpClientFixture {

    /** A name that first resolves to a public address, and to another address at the next lookup. */
    @Test
    void preventsDnsRebinding(@TempDir Path directory) throws Exception {
        ServerKeys keys = ServerKeys.make(directory, "push.example.net");
        try (ServerSocket own = new ServerSocket();
                AnsweringServer service = tlsBeside(own, keys.context())) {
            int port = service.socket().getLocalPort();
            Queue<InetAddress> answers = new ArrayDeque<>(List.of(address("127.0.0.1"), FORBIDDEN));
            JettyHttpClient client = client(host -> List.of(answers.remove()), trusting(keys));
            String url = "https://push.example.net:" + port + "/";

            assertThat(answer(client, url).status()).isEqualTo(201);
            assertThat(service.request()).contains("push.example.net");
            assertThat(answers).as("looked up once").hasSize(1);
            assertThatExceptionOfType(TargetRefusedException.class).isThrownBy(() -> answer(client, url));
            own.setSoTimeout(200);
            assertThatExceptionOfType(IOException.class).isThrownBy(own::accept);
        }
    }

    @Test
    void verifiesTheHostNameOfTheCertificate(@TempDir Path directory) throws Exception {
        ServerKeys keys = ServerKeys.make(directory, "push.example.net");
        JettyHttpClient client = client(host -> local(), trusting(keys));
        try (AnsweringServer service = tls(keys.context())) {
            int port = service.socket().getLocalPort();
            assertThat(answer(client, "https://push.example.net:" + port + "/p").status())
                    .isEqualTo(201);
            assertThat(service.request()).startsWith("POST /p HTTP/1.1\r\n");
            assertThatExceptionOfType(ConnectException.class)
                    .isThrownBy(() -> answer(client, "https://other.example.net:" + port + "/p"));
            assertThatExceptionOfType(ConnectException.class)
                    .as("unknown issuer")
                    .isThrownBy(() -> answer(plain, "https://push.example.net:" + port + "/p"));
        }
    }

    private static AnsweringServer tls(SSLContext context) throws IOException {
        return AnsweringServer.of(context.getServerSocketFactory().createServerSocket(0, 50, address("127.0.0.1")), OK);
    }

    /** Starts a server, and binds a socket to the same port of the forbidden address, where another process can have it. */
    private static AnsweringServer tlsBeside(ServerSocket own, SSLContext context) throws IOException {
        while (true) {
            AnsweringServer service = tls(context);
            try {
                own.bind(new InetSocketAddress(FORBIDDEN, service.socket().getLocalPort()));
                return service;
            } catch (BindException e) {
                service.close();
            }
        }
    }

    /** Returns the TLS of a client that trusts only the certificate of a server. */
    private static SslContextFactory.Client trusting(ServerKeys keys) throws GeneralSecurityException, IOException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {keys.trust()}, null);
        SslContextFactory.Client tls = new SslContextFactory.Client();
        tls.setSslContext(context);
        return tls;
    }
}
