package svc.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Eventually;
import svc.testkit.LineClient;

/** Tests the shutdown with idle and busy connections. */
class DrainTest extends LineServerFixture {

    private static final Duration MOST = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(strings = {"plain", "TLSv1.2", "TLSv1.3"})
    void endsIdleConnectionsAtOnceWithLastWords(String kind) throws Exception {
        try (LineClient client = kind.equals("plain") ? running.client() : running.tlsClient(kind)) {
            running.server.stop();
            running.server.await(MOST);
            assertThat(running.connections()).isZero();
            assertThat(running.service.closed).hasValue(1);
            assertThat(client.line()).isEqualTo("421 stopping");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void stopsAlsoWhenOnlyTheEndIsAwaited() throws Exception {
        try (LineClient client = running.client()) {
            running.server.await(MOST);
            assertThat(client.line()).isEqualTo("421 stopping");
        }
    }

    @Test
    void acceptsNoFurtherConnections() throws Exception {
        int port = running.port("echo");
        running.server.stop();
        assertThatThrownBy(() -> LineClient.connect(port)).isInstanceOf(IOException.class);
        assertThat(running.server.listeners()).isEmpty();
    }

    @Test
    void waitsForACommandThatRuns() throws Exception {
        try (LineClient client = running.client()) {
            client.send("HOLD\r\n");
            running.service.held.acquire();
            running.server.stop();
            CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> running.server.await(MOST));
            running.service.release.release();
            assertThat(client.line()).isEqualTo("released");
            assertThat(client.line()).isEqualTo("421 stopping");
            drained.join();
        }
    }

    @Test
    void waitsForACommandWhoseInputStillArrives() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("BODY")).isEqualTo("354 send");
            running.server.stop();
            CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> running.server.await(MOST));
            client.send("text\r\n");
            assertThat(client.ask(".")).isEqualTo("250 done");
            assertThat(client.line()).isEqualTo("421 stopping");
            drained.join();
        }
    }

    @Test
    void abortsABusyConnectionAfterThirtySeconds() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("BODY")).isEqualTo("354 send");
            running.server.stop();
            running.clock.advance(MOST.minusSeconds(10));
            assertThat(client.ended()).isFalse();
            CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> running.server.await(MOST));
            assertThat(client.ended()).isFalse();
            running.clock.advance(Duration.ofSeconds(10));
            assertThat(client.line()).isEqualTo("(end)");
            drained.join();
            Eventually.until("closed", () -> running.service.closed.get() == 1);
        }
    }

    @Test
    void endsHandshakesAtOnce() throws Exception {
        try (LineClient client = LineClient.connect(running.port("echos"))) {
            Eventually.until(
                    "connected",
                    () -> running.connections() == 1 && running.connection().tlsLayer() != null);
            running.server.stop();
            running.server.await(MOST);
            assertThat(running.connections()).isZero();
            assertThat(running.service.sessions).isEmpty();
            assertThat(client.line()).doesNotContain("stopping"); // a TLS alert at most
        }
    }

    @Test
    void endsAHalfCommandAtOnce() throws Exception {
        try (LineClient client = running.client()) {
            client.send("ECHO ha");
            Eventually.until("seen", () -> running.connection().input().available() == 7);
            running.server.stop();
            running.server.await(MOST);
            assertThat(client.line()).isEqualTo("421 stopping");
        }
    }
}
