package svc.push.web.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.net.IpNetwork;
import svc.push.web.subscription.Target;
import svc.testclock.AdvanceableClock;

class PushHttpClientTest {

    private static final String OK = "HTTP/1.1 201 Created\r\nLocation: /m\r\n\r\n";

    private final AdvanceableClock clock = new AdvanceableClock();
    private final PushHttpClient plain =
            new PushHttpClient(() -> (SSLSocketFactory) SSLSocketFactory.getDefault(), clock);

    @AfterEach
    void stop() {
        clock.stop();
    }

    /** Answers each connection with a text when the head of the request has arrived, and records the request. */
    private record Service(ServerSocket socket, BlockingQueue<String> requests) implements AutoCloseable {

        static Service of(ServerSocket socket, String answer) {
            Service service = new Service(socket, new LinkedBlockingQueue<>());
            Thread thread = new Thread(() -> service.serve(answer));
            thread.setDaemon(true);
            thread.start();
            return service;
        }

        static Service at(String address, String answer) throws IOException {
            ServerSocket socket = new ServerSocket();
            socket.bind(new InetSocketAddress(address(address), 0));
            return of(socket, answer);
        }

        private void serve(String answer) {
            while (!socket.isClosed()) {
                try {
                    Socket connection = socket.accept();
                    InputStream in = connection.getInputStream();
                    StringBuilder request = new StringBuilder();
                    while (request.indexOf("\r\n\r\n") < 0) {
                        int next = in.read();
                        if (next < 0) {
                            break;
                        }
                        request.append((char) next);
                    }
                    requests.add(request.toString());
                    if (!answer.isEmpty()) {
                        connection.getOutputStream().write(answer.getBytes(UTF_8));
                        connection.close();
                    }
                } catch (IOException e) {
                    requests.add("broken: " + e.getMessage());
                }
            }
        }

        String request() {
            try {
                return Optional.ofNullable(requests.poll(10, TimeUnit.SECONDS)).orElseThrow();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static PushRequest message(String url) {
        return new PushRequest(Target.parse(url).orElseThrow(), Map.of("TTL", "60"), "body".getBytes(UTF_8));
    }

    private static InetAddress address(String literal) {
        return IpNetwork.address(literal).orElseThrow();
    }

    private static List<InetAddress> local() throws IOException {
        return List.of(address("127.0.0.1"));
    }

    private Outcome sent(String answer) throws IOException {
        try (Service service = Service.at("127.0.0.1", answer)) {
            int port = service.socket().getLocalPort();
            return plain.send(message("http://push.example.net:" + port + "/p?q"), local());
        }
    }

    @Test
    void sendsOneRequestPerMessage() throws IOException {
        try (Service service = Service.at("127.0.0.1", OK)) {
            int port = service.socket().getLocalPort();
            Outcome outcome = plain.send(message("http://push.example.net:" + port + "/p?q"), local());
            assertThat(outcome.isAccepted()).isTrue();
            assertThat(service.request())
                    .isEqualTo("POST /p?q HTTP/1.1\r\nHost: push.example.net:" + port
                            + "\r\nTTL: 60\r\nContent-Length: 4\r\nConnection: close\r\n\r\n");
        }
    }

    @Test
    void mapsResponsesToOutcomes() throws IOException {
        assertThat(sent("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n" + OK)
                        .isAccepted())
                .isTrue();
        assertThat(sent("HTTP/1.0 204\r\n\r\n").isAccepted()).isTrue();
        assertThat(sent("HTTP/1.1 410 Gone\r\n\r\n").isGone()).isTrue();
        assertThat(sent("HTTP/1.1 404 Not Found\n\n").isGone()).isTrue();
        Outcome busy = sent("HTTP/1.1 429 Too Many Requests\r\nretry-after: 120\r\n\r\n");
        assertThat(busy.isTooManyRequests()).isTrue();
        assertThat(busy.pause()).isEqualTo(Duration.ofMinutes(2));
        assertThat(sent("HTTP/1.1 503 x\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n")
                        .pause())
                .isZero();
        assertThat(sent("HTTP/1.1 503 x\r\nRetry-After: Sun, 06 Nov 2095 08:49:37 GMT\r\n\r\n")
                        .pause())
                .isGreaterThan(Duration.ofDays(300));
        assertThat(sent("HTTP/1.1 503 x\r\nRetry-After: soon\r\n\r\n").pause()).isZero();
        assertThat(sent("SSH-2.0-x\r\n\r\n")).isEqualTo(new Outcome.NoResponse());
        assertThat(sent("HTTP/1.1 200 OK\r\nhalf")).isEqualTo(new Outcome.NoResponse());
        assertThat(sent("HTTP/1.1 200 OK\r\nlong: " + "x".repeat(40_000) + "\r\n\r\n"))
                .isEqualTo(new Outcome.NoResponse());
    }

    @Test
    void followsNoRedirects() throws IOException {
        try (Service other = Service.at("127.0.0.1", OK)) {
            Outcome outcome = sent("HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:"
                    + other.socket().getLocalPort() + "/\r\n\r\n");
            assertThat(outcome.status()).isEqualTo(307);
            assertThat(outcome.isAccepted() || outcome.isTemporary() || outcome.isGone())
                    .isFalse();
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void abandonsAHostThatDoesNotAnswer() throws Exception {
        try (Service silent = Service.at("127.0.0.1", "")) {
            int port = silent.socket().getLocalPort();
            List<InetAddress> addresses = local();
            CompletableFuture<Outcome> sending = CompletableFuture.supplyAsync(
                    () -> plain.send(message("http://127.0.0.1:" + port + "/"), addresses));
            silent.request();
            clock.advance(PushHttpClient.LONGEST);
            assertThat(sending.get(5, TimeUnit.SECONDS)).isEqualTo(new Outcome.NoResponse());
        }
    }

    @Test
    void triesTheNextAddressIfConnectingFails() throws IOException {
        try (Service service = Service.at("127.0.0.1", OK)) {
            int port = service.socket().getLocalPort();
            InetAddress nobody = address("127.0.0.2");
            PushRequest message = message("http://push.example.net:" + port + "/");
            assertThat(plain.send(message, List.of(nobody))).isEqualTo(new Outcome.ConnectFailed());
            assertThat(plain.send(message, List.of(nobody, local().get(0))).isAccepted())
                    .isTrue();
        }
    }

    /** A name that first resolves to a public address, and to a loopback address at the next lookup. */
    @Test
    void preventsDnsRebinding() throws Exception {
        try (Service service = Service.at("127.0.0.1", OK);
                Service own = new Service(new ServerSocket(), new LinkedBlockingQueue<>())) {
            int port = service.socket().getLocalPort();
            own.socket().bind(new InetSocketAddress(address("127.0.0.2"), port));
            InetAddress forbidden = address("127.0.0.2");
            Queue<InetAddress> answers = new ArrayDeque<>(List.of(local().get(0), forbidden));
            EndpointPolicy door =
                    new EndpointPolicy(true, address -> !address.equals(forbidden), host -> List.of(answers.remove()));
            PushRequest message = message("http://push.example.net:" + port + "/");

            assertThat(plain.send(message, door.addresses(message.target())).isAccepted())
                    .isTrue();
            assertThat(service.request()).contains("push.example.net");
            assertThat(answers).as("looked up once").hasSize(1);
            assertThatExceptionOfType(EndpointPolicy.EndpointRefused.class)
                    .isThrownBy(() -> door.addresses(message.target()));
            own.socket().setSoTimeout(200);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> own.socket().accept());
        }
    }

    @Test
    void verifiesTheHostNameOfTheCertificate(@TempDir Path directory) throws Exception {
        SSLContext context = context(directory, "push.example.net");
        SSLServerSocketFactory factory = context.getServerSocketFactory();
        PushHttpClient post = new PushHttpClient(context::getSocketFactory, clock);
        try (Service service = Service.of(factory.createServerSocket(0, 50, address("127.0.0.1")), OK)) {
            int port = service.socket().getLocalPort();
            assertThat(post.send(message("https://push.example.net:" + port + "/p"), local())
                            .isAccepted())
                    .isTrue();
            assertThat(service.request()).startsWith("POST /p HTTP/1.1\r\nHost: push.example.net:" + port + "\r\n");
            assertThat(post.send(message("https://other.example.net:" + port + "/p"), local()))
                    .isEqualTo(new Outcome.ConnectFailed());
            assertThat(plain.send(message("https://push.example.net:" + port + "/p"), local()))
                    .as("signed by nobody known")
                    .isEqualTo(new Outcome.ConnectFailed());
        }
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
