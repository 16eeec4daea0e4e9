package svc.push.web;

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
import svc.api.guard.Network;
import svc.testclock.MovedClock;

class PostTest {

    private static final String OK = "HTTP/1.1 201 Created\r\nLocation: /m\r\n\r\n";

    private final MovedClock clock = new MovedClock();
    private final Post plain = new Post(() -> (SSLSocketFactory) SSLSocketFactory.getDefault(), clock);

    @AfterEach
    void stop() {
        clock.stop();
    }

    /** Answers each connection with a text, as soon as the head of the request is there, and says what it was sent. */
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

    private static Message message(String url) {
        return new Message(Target.parse(url).orElseThrow(), Map.of("TTL", "60"), "body".getBytes(UTF_8));
    }

    private static InetAddress address(String literal) {
        return Network.address(literal).orElseThrow();
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
    void aMessageIsOneRequest() throws IOException {
        try (Service service = Service.at("127.0.0.1", OK)) {
            int port = service.socket().getLocalPort();
            Outcome outcome = plain.send(message("http://push.example.net:" + port + "/p?q"), local());
            assertThat(outcome.taken()).isTrue();
            assertThat(service.request())
                    .isEqualTo("POST /p?q HTTP/1.1\r\nHost: push.example.net:" + port
                            + "\r\nTTL: 60\r\nContent-Length: 4\r\nConnection: close\r\n\r\n");
        }
    }

    @Test
    void whatIsAnsweredIsUnderstood() throws IOException {
        assertThat(sent("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n" + OK)
                        .taken())
                .isTrue();
        assertThat(sent("HTTP/1.0 204\r\n\r\n").taken()).isTrue();
        assertThat(sent("HTTP/1.1 410 Gone\r\n\r\n").gone()).isTrue();
        assertThat(sent("HTTP/1.1 404 Not Found\n\n").gone()).isTrue();
        Outcome busy = sent("HTTP/1.1 429 Too Many Requests\r\nretry-after: 120\r\n\r\n");
        assertThat(busy.tooMany()).isTrue();
        assertThat(busy.pause()).isEqualTo(Duration.ofMinutes(2));
        assertThat(sent("HTTP/1.1 503 x\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n")
                        .pause())
                .isZero();
        assertThat(sent("HTTP/1.1 503 x\r\nRetry-After: Sun, 06 Nov 2095 08:49:37 GMT\r\n\r\n")
                        .pause())
                .isGreaterThan(Duration.ofDays(300));
        assertThat(sent("HTTP/1.1 503 x\r\nRetry-After: soon\r\n\r\n").pause()).isZero();
        assertThat(sent("SSH-2.0-x\r\n\r\n")).isEqualTo(new Outcome.Unanswered());
        assertThat(sent("HTTP/1.1 200 OK\r\nhalf")).isEqualTo(new Outcome.Unanswered());
        assertThat(sent("HTTP/1.1 200 OK\r\nlong: " + "x".repeat(40_000) + "\r\n\r\n"))
                .isEqualTo(new Outcome.Unanswered());
    }

    @Test
    void nothingIsFollowed() throws IOException {
        try (Service other = Service.at("127.0.0.1", OK)) {
            Outcome outcome = sent("HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:"
                    + other.socket().getLocalPort() + "/\r\n\r\n");
            assertThat(outcome.status()).isEqualTo(307);
            assertThat(outcome.taken() || outcome.passing() || outcome.gone()).isFalse();
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void whoNeverAnswersIsLeft() throws Exception {
        try (Service silent = Service.at("127.0.0.1", "")) {
            int port = silent.socket().getLocalPort();
            List<InetAddress> addresses = local();
            CompletableFuture<Outcome> sending = CompletableFuture.supplyAsync(
                    () -> plain.send(message("http://127.0.0.1:" + port + "/"), addresses));
            silent.request();
            clock.advance(Post.LONGEST);
            assertThat(sending.get(5, TimeUnit.SECONDS)).isEqualTo(new Outcome.Unanswered());
        }
    }

    @Test
    void theNextAddressIsTriedWhereNobodyIs() throws IOException {
        try (Service service = Service.at("127.0.0.1", OK)) {
            int port = service.socket().getLocalPort();
            InetAddress nobody = address("127.0.0.2");
            Message message = message("http://push.example.net:" + port + "/");
            assertThat(plain.send(message, List.of(nobody))).isEqualTo(new Outcome.Unreached());
            assertThat(plain.send(message, List.of(nobody, local().get(0))).taken())
                    .isTrue();
        }
    }

    /** A name that leads to a service of the Internet at first and to the own machine when it is looked up once more. */
    @Test
    void aNameThatLeadsElsewhereTheSecondTimeIsNotFollowed() throws Exception {
        try (Service service = Service.at("127.0.0.1", OK);
                Service own = new Service(new ServerSocket(), new LinkedBlockingQueue<>())) {
            int port = service.socket().getLocalPort();
            own.socket().bind(new InetSocketAddress(address("127.0.0.2"), port));
            InetAddress forbidden = address("127.0.0.2");
            Queue<InetAddress> answers = new ArrayDeque<>(List.of(local().get(0), forbidden));
            Door door = new Door(true, address -> !address.equals(forbidden), host -> List.of(answers.remove()));
            Message message = message("http://push.example.net:" + port + "/");

            assertThat(plain.send(message, door.addresses(message.target())).taken())
                    .isTrue();
            assertThat(service.request()).contains("push.example.net");
            assertThat(answers).as("looked up once").hasSize(1);
            assertThatExceptionOfType(Door.Closed.class).isThrownBy(() -> door.addresses(message.target()));
            own.socket().setSoTimeout(200);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> own.socket().accept());
        }
    }

    @Test
    void theCertificateMustBeOfTheNameInTheUrl(@TempDir Path directory) throws Exception {
        SSLContext context = context(directory, "push.example.net");
        SSLServerSocketFactory factory = context.getServerSocketFactory();
        Post post = new Post(context::getSocketFactory, clock);
        try (Service service = Service.of(factory.createServerSocket(0, 50, address("127.0.0.1")), OK)) {
            int port = service.socket().getLocalPort();
            assertThat(post.send(message("https://push.example.net:" + port + "/p"), local())
                            .taken())
                    .isTrue();
            assertThat(service.request()).startsWith("POST /p HTTP/1.1\r\nHost: push.example.net:" + port + "\r\n");
            assertThat(post.send(message("https://other.example.net:" + port + "/p"), local()))
                    .isEqualTo(new Outcome.Unreached());
            assertThat(plain.send(message("https://push.example.net:" + port + "/p"), local()))
                    .as("signed by nobody known")
                    .isEqualTo(new Outcome.Unreached());
        }
    }

    /** A certificate of a name that its own keys sign, trusted. */
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

    /** A store with an entry of a certificate alone: one of a key is no anchor. */
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
