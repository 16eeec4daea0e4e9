package svc.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Eventually;
import svc.testkit.LineClient;

/** Tests the time limits with a clock that the test advances: none is extended by further bytes, and none ends early. */
class DeadlineTest extends LineServerFixture {

    private static final Duration PACE = Duration.ofSeconds(1);
    private static final Duration MARGIN = Duration.ofSeconds(20);

    private interface Step {
        void run() throws Exception;
    }

    /** Advances the clock in small steps, with a step of the client after each, to a little before the limit. */
    private void trickle(Duration limit, Step step) throws Exception {
        for (Duration passed = Duration.ZERO; passed.compareTo(limit.minus(MARGIN)) < 0; passed = passed.plus(PACE)) {
            running.clock.advance(PACE);
            step.run();
        }
    }

    private void advancePast(Duration limit) {
        running.clock.advance(limit);
    }

    private void untilEnded(LineClient client) {
        Eventually.until("closed", client::ended);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "TLSv1.3"})
    void reportsTheEndOfTheTimeToAnIdleSession(String kind) throws Exception {
        try (LineClient client = kind.equals("plain") ? running.client() : running.tlsClient(kind)) {
            assertThat(client.ask("ECHO hi")).isEqualTo("hi");
            running.clock.advance(EchoService.IDLE.minus(MARGIN));
            assertThat(client.ask("ECHO still")).isEqualTo("still");
            running.clock.advance(EchoService.IDLE.minus(MARGIN));
            assertThat(client.ended()).isFalse();
            advancePast(MARGIN);
            assertThat(client.line()).isEqualTo("421 expired");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void wakeUpsDoNotExtendTheIdleTime() throws Exception {
        try (LineClient client = running.client()) {
            trickle(EchoService.IDLE, () -> {
                running.service.session().connection.wake();
                assertThat(client.line()).isEqualTo("* woken");
            });
            advancePast(MARGIN);
            assertThat(client.line()).isEqualTo("421 expired");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "TLSv1.2", "TLSv1.3"})
    void endsALineThatArrivesByteByByteAtItsLimit(String kind) throws Exception {
        try (LineClient client = kind.equals("plain") ? running.client() : running.tlsClient(kind)) {
            client.send("E");
            Eventually.until("seen", () -> running.connection().input().available() == 1);
            trickle(EchoService.UNFINISHED, () -> client.send("x"));
            assertThat(client.ended()).isFalse();
            advancePast(MARGIN);
            assertThat(client.line()).isEqualTo("421 expired");
        }
    }

    @Test
    void limitsABlockingReadAsAWhole() throws Exception {
        try (LineClient client = running.client()) {
            client.send("READ 100000\r\nx");
            running.service.held.acquire();
            for (Duration passed = Duration.ZERO; passed.toSeconds() < 8; passed = passed.plus(PACE)) {
                running.clock.advance(PACE);
                client.send("x");
            }
            assertThat(client.ended()).isFalse();
            running.clock.advance(Duration.ofSeconds(2));
            assertThat(client.line()).isEqualTo("421 timeout");
        }
    }

    @ParameterizedTest
    @CsvSource({"echo, 30", "echos, 120"})
    void closesASilentHandshakeAtItsLimit(String listener, int seconds) throws Exception {
        Duration limit = Duration.ofSeconds(seconds);
        try (LineClient client = handshaking(listener)) {
            running.clock.advance(limit.minus(MARGIN));
            assertThat(client.ended()).isFalse();
            advancePast(MARGIN);
            untilEnded(client);
            Eventually.until("closed", () -> running.connections() == 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"echo, 30", "echos, 120"})
    void closesAHandshakeThatArrivesByteByByteAtItsLimit(String listener, int seconds) throws Exception {
        Duration limit = Duration.ofSeconds(seconds);
        try (LineClient client = handshaking(listener)) {
            client.send(new byte[] {0x16, 3, 1, 0x10, 0});
            trickle(limit, () -> client.send(new byte[] {1}));
            assertThat(client.ended()).isFalse();
            advancePast(MARGIN);
            untilEnded(client);
            assertThat(running.service.sessions).hasSize(listener.equals("echo") ? 1 : 0);
        }
    }

    /** Connects, and sends nothing of the TLS handshake. */
    private LineClient handshaking(String listener) throws Exception {
        if (listener.equals("echos")) {
            LineClient client = LineClient.connect(running.port("echos"));
            Eventually.until(
                    "connected",
                    () -> running.connections() == 1 && running.connection().tlsLayer() != null);
            return client;
        }
        LineClient client = running.client();
        assertThat(client.ask("STARTTLS")).isEqualTo("220 go ahead");
        Eventually.until("upgraded", () -> running.connection().tlsLayer() != null);
        return client;
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void endsAPartialTlsRecordAtTheLimitOfALine(String version) throws Exception {
        try (LineClient client = running.tlsClient(version)) {
            assertThat(client.ask("ECHO hi")).isEqualTo("hi");
            client.cutOffAfter(20);
            client.send("ECHO " + "x".repeat(200) + "\r\n");
            Eventually.until("partial", () -> {
                TlsLayer tls = running.connection().tlsLayer();
                return tls != null && tls.hasPartialRecord();
            });
            Eventually.until("parked", () -> !running.connection().parking().mayRead());
            running.clock.advance(EchoService.UNFINISHED.minus(MARGIN));
            assertThat(client.ended()).isFalse();
            advancePast(MARGIN);
            assertThat(client.line()).isEqualTo("421 expired");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "TLSv1.3"})
    void closesAClientThatDoesNotRead(String kind) throws Exception {
        LineClient connected =
                LineClient.withReceiveBuffer(4_096, running.port(kind.equals("plain") ? "echo" : "echos"));
        try (LineClient client = kind.equals("plain") ? connected : connected.tls()) {
            assertThat(client.line()).isEqualTo("220 ready");
            client.send("BIG 100000000\r\n");
            Eventually.until("blocked", () -> running.connection().output().blocked());
            running.clock.advance(ConnectionOutput.WRITE_TIME.minus(MARGIN));
            assertThat(running.connections()).isEqualTo(1);
            advancePast(MARGIN);
            Eventually.until("closed", () -> running.service.closed.get() == 1 && running.connections() == 0);
        }
    }

    @Test
    void servesOthersWhileManyClientsAreSlow() throws Exception {
        LineClient[] slow = new LineClient[19];
        try (RunningLineServer other = RunningLineServer.at(home, "max_connections_per_network", 1_000)) {
            for (int i = 0; i < slow.length; i++) {
                slow[i] = LineClient.connect(other.port(i % 2 == 0 ? "echo" : "echos"));
                slow[i].send(i % 2 == 0 ? "HALF A COMMAND" : "\u0016\u0003\u0001");
            }
            try (LineClient client = other.client()) {
                assertThat(client.ask("ECHO quick")).isEqualTo("quick");
            }
        } finally {
            for (LineClient client : slow) {
                client.close();
            }
        }
    }
}
