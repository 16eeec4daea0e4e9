package svc.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.http.AdvancingClock;
import svc.http.Http2Wire;
import svc.http.HttpServer;
import svc.http.NetworkHealthCheck;
import svc.http.config.ServerSettings;
import svc.http.config.ServerTable;
import svc.testkit.Covers;

@Covers("CON-01")
class ConnectionLimiterTest {

    private static final String CRLF = "\r\n";
    private static final String GET = "GET /who HTTP/1.1" + CRLF + "Host: h" + CRLF + CRLF;
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";
    private static final String PING = "\0\0\10\6\0\0\0\0\0" + "12345678";

    /** The header of a TLS record that announces more bytes than the client sends. */
    private static final String HALF_CLIENT_HELLO = "\26\3\1\2\0\1\0\1";

    @TempDir
    Path home;

    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void closeSockets() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void replacesTheOldestIdleConnectionOfTheNetwork() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with("max_connections_per_network", 4)) {
            running.mount("/who", RunningHttpServer.echo());
            for (int i = 0; i < 4; i++) {
                ask(from("127.0.0.2", running.port()));
            }
            Socket fifth = from("127.0.0.2", running.port());
            ask(fifth);
            assertThat(ended(sockets.get(0))).isTrue();
            ask(sockets.get(1));
            ask(from("127.0.0.3", running.port()));
            assertThat(running.server.connectionUsage().fullNetworks()).containsExactly("127.0.0.2");
            assertThat(running.server.connectionUsage().replaced()).isEqualTo(1);
        }
    }

    @Test
    void doesNotReplaceConnectionsWithARequest() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(2);
        try (RunningHttpServer running = RunningHttpServer.with("max_connections_per_network", 2)) {
            running.mount("/who", RunningHttpServer.answering((request, response) -> {
                asked.countDown();
                await(answer);
                response.getWriter().write("late");
            }));
            for (int i = 0; i < 2; i++) {
                write(from("127.0.0.2", running.port()), GET);
            }
            asked.await();
            Socket third = from("127.0.0.2", running.port());
            assertThat(ended(third)).isTrue();
            answer.countDown();
            readUntil(sockets.get(0), "late");
            readUntil(sockets.get(1), "late");
            assertThat(running.server.connectionUsage().refused()).isEqualTo(1);
        }
    }

    @Test
    void replacesAConnectionOfTheBusiestNetworkAtTheTotalLimit() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with("max_connections", 8)) {
            running.mount("/who", RunningHttpServer.echo());
            for (int i = 0; i < 3; i++) {
                ask(from("127.0.0.2", running.port()));
            }
            for (int i = 0; i < 5; i++) {
                ask(from("127.0.0.3", running.port()));
            }
            ask(from("127.0.0.4", running.port()));
            assertThat(ended(sockets.get(3))).isTrue();
            ask(sockets.get(0));
            assertThat(running.server.connectionUsage().open()).isEqualTo(8);
        }
    }

    @Test
    void exemptsTrustedProxiesFromTheNetworkLimit() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with(
                "max_connections_per_network", 2, "trusted_proxies", new String[] {"127.0.0.2"})) {
            running.mount("/who", RunningHttpServer.echo());
            for (int i = 0; i < 6; i++) {
                ask(from("127.0.0.2", running.port()));
            }
            ask(sockets.get(0));
            assertThat(running.server.connectionUsage().fullNetworks()).isEmpty();
        }
    }

    @Test
    void closedConnectionsAreNotCounted() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with("max_connections_per_network", 2)) {
            running.mount("/who", RunningHttpServer.echo());
            for (int i = 0; i < 20; i++) {
                Socket socket = from("127.0.0.2", running.port());
                ask(socket);
                socket.close();
                until(() -> running.server.connectionUsage().open() == 0);
            }
            assertThat(running.server.connectionUsage().replaced()).isZero();
        }
    }

    @Test
    void pingFramesDoNotKeepAConnectionOpen() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with()) {
            Socket pinging = from("127.0.0.2", running.port());
            write(pinging, PREFACE);
            until(() -> running.server.connectionUsage().open() == 1);
            until(() -> {
                running.clock.advance(Duration.ofSeconds(5));
                try {
                    write(pinging, PING);
                } catch (IOException closed) {
                    return true;
                }
                return running.server.connectionUsage().open() == 0;
            });
            assertThat(ended(pinging)).isTrue();
        }
    }

    @Test
    void aConnectionWithAStreamIsNotIdle() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        try (RunningHttpServer running = RunningHttpServer.with();
                Http2Wire wire = new Http2Wire(running.port())) {
            running.mount("/who", RunningHttpServer.answering((request, response) -> {
                asked.countDown();
                await(answer);
                response.getWriter().write("late");
            }));
            wire.head(true, "GET", "/who");
            asked.await();
            for (int i = 0; i < 40; i++) {
                running.clock.advance(Duration.ofSeconds(5));
            }
            answer.countDown();
            assertThat(wire.end(false).body()).isEqualTo("late");
        }
    }

    @Test
    void healthListenerServesOnlyItsTwoPaths() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with("health_listen", "127.0.0.1:0")) {
            running.mount("/who", RunningHttpServer.echo());
            int port = running.port("health", "http");
            Socket socket = from("127.0.0.2", port);
            write(socket, "GET /healthz/ready HTTP/1.1" + CRLF + "Host: h" + CRLF + CRLF);
            readUntil(socket, "\"ready\"");
            write(socket, GET);
            readUntil(socket, " 404 ");
        }
    }

    @Test
    void manyConnectionsOfOneAddressDoNotDelayOthers() throws Exception {
        attack(1_500);
    }

    @Test
    @Tag("soak")
    void fiveThousandConnectionsOfOneAddressDoNotDelayOthers() throws Exception {
        attack(5_000);
    }

    /** Opens kept-alive HTTP/1.1 connections, HTTP/2 connections and incomplete TLS handshakes from one address. */
    private void attack(int connections) throws Exception {
        try (RunningHttpServer running = RunningHttpServer.at(
                home, "tls_listen", "127.0.0.1:0", "tls_self_signed", true, "max_connections", connections / 2)) {
            running.mount("/who", RunningHttpServer.echo());
            int tls = running.port("public", "https");
            for (int i = 0; i < connections; i++) {
                Socket socket = from("127.0.0.2", i % 3 == 2 ? tls : running.port());
                write(socket, List.of(GET, PREFACE + PING, HALF_CLIENT_HELLO).get(i % 3));
                if (i % 100 == 99) {
                    long begin = System.nanoTime();
                    Socket other = from("127.0.0.3", running.port());
                    ask(other);
                    write(other, "GET /healthz/ready HTTP/1.1" + CRLF + "Host: h" + CRLF + CRLF);
                    readUntil(other, "\"ready\"");
                    other.close();
                    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
                }
            }
            assertThat(running.server.connectionUsage().open()).isLessThanOrEqualTo(connections / 2);
        }
    }

    @Test
    void healthCheckNamesTheNetworkAtItsLimit() throws Exception {
        HttpServer server = ServerTable.httpServer(home, new AdvancingClock(), "max_connections_per_network", 1);
        try {
            from("127.0.0.2", server.endpoints().get(0).port());
            NetworkHealthCheck check = new NetworkHealthCheck(server);
            until(() -> check.run().get(0).status() == Finding.Status.WARN);
            assertThat(check.run().get(0).detail()).contains("127.0.0.2");
        } finally {
            server.close();
        }
    }

    @Test
    void healthCheckWarnsOfTooFewFileDescriptors() {
        assertThat(NetworkHealthCheck.tooFewFiles(4_096, 1_024).orElseThrow().detail())
                .contains("1024 files", "4096 connections");
        assertThat(NetworkHealthCheck.tooFewFiles(4_096, 20_000)).isEmpty();
        assertThat(NetworkHealthCheck.files()).isPositive();
    }

    @Test
    void healthCheckWarnsOfExposedListeners() {
        assertThat(NetworkHealthCheck.warnings(ServerSettings.of(ServerTable.server())))
                .isEmpty();
        List<Finding> warnings =
                NetworkHealthCheck.warnings(ServerSettings.of(ServerTable.server("listen", "0.0.0.0:0")));
        assertThat(warnings)
                .extracting(Finding::detail)
                .satisfiesExactly(
                        plain -> assertThat(plain).contains("plain HTTP"),
                        admin -> assertThat(admin).contains("/admin/v1"),
                        url -> assertThat(url).contains("public_url"));
        assertThat(NetworkHealthCheck.warnings(ServerSettings.of(ServerTable.server(
                        "listen", "0.0.0.0:0",
                        "trusted_proxies", new String[] {"10.0.0.0/8"},
                        "admin_bind", "127.0.0.1:0",
                        "public_url", "https://mail.example.org"))))
                .isEmpty();
    }

    @Test
    void rejectsALimitOfZeroConnections() {
        assertThatThrownBy(() -> ServerSettings.of(ServerTable.server("max_connections_per_network", 0)))
                .hasMessageContaining("max_connections_per_network");
    }

    private Socket from(String address, int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0);
        socket.setSoTimeout(20_000);
        sockets.add(socket);
        return socket;
    }

    private static void ask(Socket socket) throws IOException {
        write(socket, GET);
        readUntil(socket, "/who|");
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static void readUntil(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("after %s", text).isGreaterThanOrEqualTo(0);
            text.append((char) next);
        }
    }

    /** Returns whether the server has closed a connection, after reading what it sent before. */
    private static boolean ended(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
