package svc.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRefusedException;
import svc.api.http.client.TargetRule;
import svc.api.net.IpNetwork;
import svc.http.AdvancingClock;

class JettyHttpClientTest {

    private static final String OK = "HTTP/1.1 201 Created\r\nLocation: /m\r\n\r\n";
    private static final InetAddress FORBIDDEN = address("127.0.0.2");
    private static final OutboundRequest.Limits LIMITS = new OutboundRequest.Limits(Duration.ofSeconds(15), 1_000);

    private final AdvancingClock clock = new AdvancingClock();
    private final List<JettyHttpClient> clients = new ArrayList<>();
    private final JettyHttpClient plain = client(host -> local(), new SslContextFactory.Client());

    private JettyHttpClient client(TargetCheck.Lookup names, SslContextFactory.Client tls) {
        JettyHttpClient client =
                new JettyHttpClient(new TargetCheck(names, address -> !address.equals(FORBIDDEN)), tls, clock);
        clients.add(client);
        return client;
    }

    @AfterEach
    void stop() {
        clients.forEach(JettyHttpClient::stop);
        clock.close();
    }

    private static OutboundRequest request(String url) {
        return new OutboundRequest(
                "POST",
                HttpTarget.parse(url).orElseThrow(),
                Map.of("TTL", "60"),
                "body".getBytes(UTF_8),
                url.startsWith("https") ? TargetRule.PUBLIC_HTTPS : TargetRule.ANY,
                LIMITS);
    }

    private static InetAddress address(String literal) {
        return IpNetwork.address(literal).orElseThrow();
    }

    private static List<InetAddress> local() {
        return List.of(address("127.0.0.1"));
    }

    /** A response whose body was read. */
    private record Answer(int status, Optional<String> retry, String body) {}

    private Answer sent(String answer) throws IOException {
        try (AnsweringServer service = AnsweringServer.at("127.0.0.1", answer)) {
            return answer(plain, "http://push.example.net:" + service.socket().getLocalPort() + "/p?q");
        }
    }

    private static Answer answer(JettyHttpClient client, String url) throws IOException {
        try (OutboundResponse response = client.send(request(url))) {
            return new Answer(
                    response.status(),
                    response.field("retry-after"),
                    new String(response.body().readAllBytes(), UTF_8));
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

    /** A name that first resolves to a public address, and to another address at the next lookup. */
    @Test
    void preventsDnsRebinding(@TempDir Path directory) throws Exception {
        SSLContext context = context(directory, "push.example.net");
        try (ServerSocket own = new ServerSocket();
                AnsweringServer service = tlsBeside(own, context)) {
            int port = service.socket().getLocalPort();
            Queue<InetAddress> answers = new ArrayDeque<>(List.of(address("127.0.0.1"), FORBIDDEN));
            JettyHttpClient client = client(host -> List.of(answers.remove()), trusting(context));
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
        SSLContext context = context(directory, "push.example.net");
        JettyHttpClient client = client(host -> local(), trusting(context));
        try (AnsweringServer service = tls(context)) {
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

    private static SslContextFactory.Client trusting(SSLContext context) {
        SslContextFactory.Client tls = new SslContextFactory.Client();
        tls.setSslContext(context);
        return tls;
    }

    /** Returns a context that trusts a self-signed certificate for a name. */
    private static SSLContext context(Path directory, String name) throws Exception {
        Path file = directory.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home", ""), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "push",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=push",
                        "-ext",
                        "san=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "password",
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.txt").toFile())
                .start();
        assertThat(keytool.waitFor())
                .as(Files.readString(directory.resolve("keytool.txt")))
                .isZero();
        return trusting(KeyStore.getInstance(file.toFile(), "password".toCharArray()));
    }

    private static SSLContext trusting(KeyStore store) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, "password".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), anchors(store).getTrustManagers(), null);
        return context;
    }

    /** Returns a store with an entry of the certificate only: an entry with a key is not a trust anchor. */
    private static TrustManagerFactory anchors(KeyStore store) throws GeneralSecurityException {
        try {
            KeyStore anchors = KeyStore.getInstance("PKCS12");
            anchors.load(null, null);
            anchors.setCertificateEntry("push", store.getCertificate("push"));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(anchors);
            return trust;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
