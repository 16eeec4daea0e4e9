package svc.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.net.connection.Connection;
import svc.testkit.Eventually;
import svc.testkit.LineClient;

/** Tests wake-ups and writes by threads other than that of the session. */
class WakeTest extends LineServerFixture {

    private LineClient client(String kind) throws Exception {
        return kind.equals("plain") ? running.client() : running.tlsClient(kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "TLSv1.2", "TLSv1.3"})
    void wakesAParkedSessionWhoseWaitStaysValid(String kind) throws Exception {
        try (LineClient client = client(kind)) {
            Connection connection = running.service.session().connection;
            for (int i = 0; i < 10; i++) {
                connection.wake();
                assertThat(client.line()).isEqualTo("* woken");
                assertThat(client.ask("ECHO " + i)).isEqualTo(String.valueOf(i));
            }
        }
    }

    @Test
    void wakesASessionWithHalfACommand() throws Exception {
        try (LineClient client = running.client()) {
            client.send("ECHO ha");
            Eventually.until("seen", () -> running.connection().input().available() == 7);
            running.service.session().connection.wake();
            assertThat(client.line()).isEqualTo("* woken");
            assertThat(client.ask("lf")).isEqualTo("half");
        }
    }

    @Test
    void wakesASessionAfterTheEventThatItServesOnlyOnce() throws Exception {
        try (LineClient client = running.client()) {
            client.send("HOLD\r\n");
            running.service.held.acquire();
            for (int i = 0; i < 100; i++) {
                running.service.session().connection.wake();
            }
            running.service.release.release();
            assertThat(client.line()).isEqualTo("released");
            assertThat(client.line()).isEqualTo("* woken");
            assertThat(client.ask("ECHO next")).isEqualTo("next");
        }
    }

    @Test
    void losesNoCommandAndNoWakeUpWhenBothArriveTogether() throws Exception {
        try (LineClient client = running.client()) {
            Connection connection = running.service.session().connection;
            for (int i = 0; i < 500; i++) {
                Thread waking = new Thread(connection::wake);
                waking.start();
                client.send("ECHO " + i + "\r\n");
                List<String> lines = List.of(client.line(), client.line());
                assertThat(lines).containsExactlyInAnyOrder("* woken", String.valueOf(i));
                waking.join();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "TLSv1.3"})
    void keepsTheLinesOfTwoWritersWhole(String kind) throws Exception {
        int count = 3_000;
        try (LineClient client = client(kind)) {
            OutputStream out = running.service.session().connection.out();
            List<Thread> writers = new ArrayList<>();
            for (String letter : List.of("a", "b")) {
                Thread writer = new Thread(() -> write(out, letter.repeat(100) + "\r\n", count));
                writers.add(writer);
                writer.start();
            }
            for (int i = 0; i < 2 * count; i++) {
                assertThat(client.line()).matches("a{100}|b{100}");
            }
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(client.ask("ECHO after")).isEqualTo("after");
        }
    }

    private static void write(OutputStream out, String line, int count) {
        try {
            for (int i = 0; i < count; i++) {
                out.write(line.getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void delaysAWakeUpDuringTheHandshake() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("STARTTLS")).isEqualTo("220 go ahead");
            running.service.session().connection.wake();
            assertThat(client.tls().line()).isEqualTo("* woken");
            assertThat(client.ask("ECHO next")).isEqualTo("next");
        }
    }

    @Test
    void ignoresAWakeUpOfAClosedConnection() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("QUIT")).isEqualTo("221 bye");
            Eventually.until("closed", () -> running.service.closed.get() == 1);
            running.service.session().connection.wake();
            assertThat(running.service.closed).hasValue(1);
        }
    }
}
