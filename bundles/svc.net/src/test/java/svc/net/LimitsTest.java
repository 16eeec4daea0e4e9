package svc.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.net.IpNetwork;
import svc.testkit.Eventually;
import svc.testkit.LineClient;

/** Tests the limits of connections at the last admitted and the first refused connection. */
class LimitsTest {

    @TempDir
    static Path home;

    private final List<LineClient> clients = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (LineClient client : clients) {
            client.close();
        }
    }

    private LineClient connect(int port, String from) throws Exception {
        LineClient client = LineClient.from(from, port);
        clients.add(client);
        return client;
    }

    private void fill(RunningLineServer running, String from, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            assertThat(connect(running.port("echo"), from).line()).isEqualTo("220 ready");
        }
    }

    @Test
    void refusesTheTwentyFirstConnectionOfAnAddressWithLastWords() throws Exception {
        try (RunningLineServer running = RunningLineServer.at(home)) {
            fill(running, "127.0.0.2", 20);
            LineClient refused = connect(running.port("echo"), "127.0.0.2");
            assertThat(refused.line()).isEqualTo("421 too_many_connections");
            assertThat(refused.line()).isEqualTo("(end)");
            assertThat(connect(running.port("echo"), "127.0.0.3").line()).isEqualTo("220 ready");
        }
    }

    @Test
    void admitsAgainWhenAConnectionHasEnded() throws Exception {
        try (RunningLineServer running = RunningLineServer.at(home, "max_connections_per_network", 2)) {
            fill(running, "127.0.0.2", 2);
            assertThat(connect(running.port("echo"), "127.0.0.2").line()).startsWith("421");
            clients.get(0).close();
            Eventually.until("closed", () -> running.connections() == 1);
            fill(running, "127.0.0.2", 1);
        }
    }

    @Test
    void closesARefusedConnectionOfImplicitTlsWithoutWords() throws Exception {
        try (RunningLineServer running = RunningLineServer.at(home, "max_connections_per_network", 1)) {
            fill(running, "127.0.0.2", 1);
            assertThat(connect(running.port("echos"), "127.0.0.2").line()).isEqualTo("(end)");
        }
    }

    @Test
    void countsHandshakesThatAreNotComplete() throws Exception {
        try (RunningLineServer running = RunningLineServer.at(home, "max_connections_per_network", 2)) {
            connect(running.port("echos"), "127.0.0.2");
            connect(running.port("echos"), "127.0.0.2");
            Eventually.until(
                    "counted",
                    () -> !running.server.ports().orElseThrow().limits().full().isEmpty());
            assertThat(connect(running.port("echo"), "127.0.0.2").line()).startsWith("421");
        }
    }

    @Test
    void refusesConnectionsAboveTheMaximum() throws Exception {
        try (RunningLineServer running = RunningLineServer.at(home, "max_connections", 8)) {
            for (int i = 0; i < 8; i++) {
                fill(running, "127.0.0." + (10 + i), 1);
            }
            assertThat(connect(running.port("echo"), "127.0.0.30").line()).isEqualTo("421 too_many_connections");
            assertThat(connect(running.port("echos"), "127.0.0.30").line()).isEqualTo("(end)");
            clients.get(0).close();
            Eventually.until("closed", () -> running.connections() == 7);
            fill(running, "127.0.0.30", 1);
        }
    }

    @Test
    void countsExactlyWhenManyClientsConnectAndLeaveAtOnce() throws Exception {
        try (RunningLineServer running = RunningLineServer.at(home, "max_connections_per_network", 10)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Thread thread = new Thread(() -> connectAndLeave(running.port("echo"), 40));
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            ConnectionLimits limits = running.server.ports().orElseThrow().limits();
            Eventually.until("released", () -> running.connections() == 0 && limits.open() == 0);
            fill(running, "127.0.0.2", 10);
            assertThat(connect(running.port("echo"), "127.0.0.2").line()).startsWith("421");
        }
    }

    private static void connectAndLeave(int port, int count) {
        try {
            for (int i = 0; i < count; i++) {
                try (LineClient client = LineClient.from("127.0.0.2", port)) {
                    if (i % 3 != 0) {
                        assertThat(client.line()).matches("220 ready|421 too_many_connections");
                    }
                }
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void countsEachProtocolSeparately() throws Exception {
        NetSettings settings = new NetSettings(List.of(), 8, 1);
        ConnectionLimits limits = new ConnectionLimits(settings, any -> false);
        InetAddress address = IpNetwork.address("192.0.2.1").orElseThrow();
        assertThat(limits.admit("smtp", address)).isTrue();
        assertThat(limits.admit("imap", address)).isTrue();
        assertThat(limits.admit("smtp", address)).isFalse();
        limits.release("smtp", address);
        assertThat(limits.admit("smtp", address)).isTrue();
        assertThat(limits.refused()).containsExactly(java.util.Map.entry("smtp", 1L));
        assertThat(limits.full()).containsExactly("192.0.2.1 (imap)", "192.0.2.1 (smtp)");
    }

    @Test
    void countsAnIpv6ClientByItsNetwork() throws Exception {
        ConnectionLimits limits = new ConnectionLimits(new NetSettings(List.of(), 8, 1), any -> false);
        assertThat(limits.admit("smtp", IpNetwork.address("2001:db8::1").orElseThrow()))
                .isTrue();
        assertThat(limits.admit("smtp", IpNetwork.address("2001:db8::2").orElseThrow()))
                .isFalse();
        assertThat(limits.admit("smtp", IpNetwork.address("2001:db8:0:1::1").orElseThrow()))
                .isTrue();
    }

    @Test
    void doesNotLimitTrustedAddresses() throws Exception {
        InetAddress trusted = IpNetwork.address("192.0.2.1").orElseThrow();
        ConnectionLimits limits = new ConnectionLimits(new NetSettings(List.of(), 8, 1), trusted::equals);
        assertThat(limits.admit("smtp", trusted)).isTrue();
        assertThat(limits.admit("smtp", trusted)).isTrue();
        limits.release("smtp", trusted);
        limits.release("smtp", trusted);
        assertThat(limits.full()).isEmpty();
    }
}
