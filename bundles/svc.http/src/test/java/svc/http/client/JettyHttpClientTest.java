package svc.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRefusedException;

/** Requests without TLS, and their responses. */
class JettyHttpClientTest extends JettyHttpClientFixture {

    private Answer sent(String answer) throws IOException {
        try (AnsweringServer service = AnsweringServer.at("127.0.0.1", answer)) {
            return answer(plain, "http://push.example.net:" + service.socket().getLocalPort() + "/p?q");
        }
    }

    @Test
    void sendsARequestToTheAddressesOfTheCaller() throws IOException {
        JettyHttpClient unresolved = client(
                host -> {
                    throw new UnknownHostException(host);
                },
                new SslContextFactory.Client());
        try (AnsweringServer service = AnsweringServer.at("127.0.0.1", OK)) {
            String url = "http://push.example.net:" + service.socket().getLocalPort() + "/p";

            try (OutboundResponse response = unresolved.send(request(url), local())) {
                assertThat(response.status()).isEqualTo(201);
            }
        }
        assertThatThrownBy(() -> unresolved.send(request("https://push.example.net/"), List.of(FORBIDDEN)))
                .isInstanceOf(TargetRefusedException.class);
        assertThatThrownBy(() -> unresolved.send(request("https://push.example.net/"), List.of()))
                .isInstanceOf(TargetRefusedException.class);
    }

    @Test
    void sendsOneRequestPerConnection() throws IOException {
        try (AnsweringServer service = AnsweringServer.at("127.0.0.1", OK)) {
            int port = service.socket().getLocalPort();
            for (int i = 0; i < 2; i++) {
                assertThat(answer(plain, "http://push.example.net:" + port + "/p%20?q")
                                .status())
                        .isEqualTo(201);
                assertThat(service.request().split("\r\n", -1))
                        .startsWith("POST /p%20?q HTTP/1.1")
                        .containsExactlyInAnyOrder(
                                "POST /p%20?q HTTP/1.1",
                                "Host: push.example.net:" + port,
                                "TTL: 60",
                                "Content-Length: 4",
                                "Connection: close",
                                "",
                                "");
            }
        }
    }

    @Test
    void returnsStatusFieldsAndBody() throws IOException {
        assertThat(sent("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n" + OK)
                        .status())
                .isEqualTo(201);
        assertThat(sent("HTTP/1.0 204\r\n\r\n").status()).isEqualTo(204);
        assertThat(sent("HTTP/1.1 401 x\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\r\n")
                        .status())
                .isEqualTo(401);
        assertThat(sent("HTTP/1.1 429 Too Many Requests\r\nretry-after: 120\r\n\r\n"))
                .isEqualTo(new Answer(429, Optional.of("120"), ""));
        assertThat(sent("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
                        .body())
                .isEqualTo("abc");
        for (String broken : List.of(
                "SSH-2.0-x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nhalf",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
                "HTTP/1.1 200 OK\r\nlong: " + "x".repeat(40_000) + "\r\n\r\n")) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> sent(broken))
                    .isNotInstanceOf(ConnectException.class);
        }
    }

    @Test
    void followsNoRedirects() throws IOException {
        try (AnsweringServer other = AnsweringServer.at("127.0.0.1", OK)) {
            int port = other.socket().getLocalPort();
            assertThat(sent("HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:" + port + "/\r\n\r\n")
                            .status())
                    .isEqualTo(307);
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void bodyLongerThanTheLimitFails() throws IOException {
        String body = "x".repeat(1_000);
        assertThat(sent("HTTP/1.1 200 OK\r\n\r\n" + body).body()).isEqualTo(body);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> sent("HTTP/1.1 200 OK\r\n\r\n" + body + "y"))
                .withMessageContaining("longer than the limit");
    }

    @Test
    void keepsLittleOfABodyThatIsNotRead() throws Exception {
        CompletableFuture<Integer> written = new CompletableFuture<>();
        try (ServerSocket socket = new ServerSocket(0, 1, address("127.0.0.1"))) {
            CompletableFuture<Void> serving = CompletableFuture.runAsync(() -> flood(socket, written));
            try (OutboundResponse response = plain.send(request("http://a.example:" + socket.getLocalPort() + "/"))) {
                assertThat(response.body().read()).isEqualTo('x');
                assertThat(written).as("the server waits").isNotDone();
            }
            assertThat(written.get(10, TimeUnit.SECONDS)).isLessThan(FLOOD);
            serving.get(10, TimeUnit.SECONDS);
        }
    }

    private static final int FLOOD = 256 * 1_024 * 1_024;

    /** Writes a long body until the client closes the connection. */
    private static void flood(ServerSocket socket, CompletableFuture<Integer> written) {
        byte[] block = "x".repeat(64 * 1_024).getBytes(UTF_8);
        int bytes = 0;
        try (Socket connection = socket.accept()) {
            AnsweringServer.head(connection.getInputStream());
            connection.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(UTF_8));
            for (; bytes < FLOOD; bytes += block.length) {
                connection.getOutputStream().write(block);
            }
        } catch (IOException e) {
            // The client has closed the connection.
        }
        written.complete(bytes);
    }

    @Test
    void abandonsAServerThatDoesNotAnswer() throws Exception {
        try (AnsweringServer silent = AnsweringServer.at("127.0.0.1", "")) {
            OutboundRequest request =
                    request("http://127.0.0.1:" + silent.socket().getLocalPort() + "/");
            CompletableFuture<IOException> sending = CompletableFuture.supplyAsync(() -> {
                try (OutboundResponse response = plain.send(request)) {
                    throw new AssertionError(response.status());
                } catch (IOException e) {
                    return e;
                }
            });
            silent.request();
            clock.advance(LIMITS.duration());
            assertThat(sending.get(5, TimeUnit.SECONDS)).isNotInstanceOf(ConnectException.class);
        }
    }

    @Test
    void triesTheNextAddressIfConnectingFails() throws IOException {
        try (AnsweringServer service = AnsweringServer.at("127.0.0.1", OK)) {
            String url = "http://push.example.net:" + service.socket().getLocalPort() + "/";
            JettyHttpClient unreachable = client(host -> List.of(FORBIDDEN), new SslContextFactory.Client());
            assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> answer(unreachable, url));
            JettyHttpClient second =
                    client(host -> List.of(FORBIDDEN, address("127.0.0.1")), new SslContextFactory.Client());
            assertThat(answer(second, url).status()).isEqualTo(201);
        }
    }

    @Test
    void ignoresTheProxyOfTheEnvironment() throws IOException {
        try (AnsweringServer proxy = AnsweringServer.at("127.0.0.1", OK)) {
            System.setProperty("http.proxyHost", "127.0.0.1");
            System.setProperty("http.proxyPort", String.valueOf(proxy.socket().getLocalPort()));
            System.setProperty("http.nonProxyHosts", "");
            assertThat(sent("HTTP/1.1 204 x\r\n\r\n").status()).isEqualTo(204);
            assertThat(proxy.requests()).isEmpty();
        } finally {
            List.of("http.proxyHost", "http.proxyPort", "http.nonProxyHosts").forEach(System::clearProperty);
        }
    }
}
