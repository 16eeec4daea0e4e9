package svc.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Eventually;
import svc.testkit.LineClient;

/** Tests commands, lines, output and the end of a connection, without and with TLS. */
class ConnectionTest extends LineServerFixture {

    private static final List<String> KINDS = List.of("plain", "TLSv1.2", "TLSv1.3", "STARTTLS");

    private LineClient client(String kind) throws Exception {
        return switch (kind) {
            case "plain" -> running.client();
            case "STARTTLS" -> running.startTlsClient("TLSv1.3");
            default -> running.tlsClient(kind);
        };
    }

    static List<String> kinds() {
        return KINDS;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void answersCommands(String kind) throws Exception {
        try (LineClient client = client(kind)) {
            assertThat(client.ask("ECHO one")).isEqualTo("one");
            assertThat(client.ask("ECHO two")).isEqualTo("two");
            assertThat(client.ask("QUIT")).isEqualTo("221 bye");
            assertThat(client.line()).isEqualTo("(end)");
            Eventually.until("closed", () -> running.service.closed.get() == 1);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void answersCommandsThatArriveTogether(String kind) throws Exception {
        try (LineClient client = client(kind)) {
            client.send("ECHO 1\r\nECHO 2\r\n".repeat(500) + "QUIT\r\n");
            for (int i = 0; i < 500; i++) {
                assertThat(client.line()).isEqualTo("1");
                assertThat(client.line()).isEqualTo("2");
            }
            assertThat(client.line()).isEqualTo("221 bye");
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void answersACommandThatArrivesByteByByte(String kind) throws Exception {
        try (LineClient client = client(kind)) {
            for (byte octet : "ECHO slow\r\nECHO next\r\n".getBytes(StandardCharsets.US_ASCII)) {
                client.send(new byte[] {octet});
            }
            assertThat(client.line()).isEqualTo("slow");
            assertThat(client.line()).isEqualTo("next");
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void readsABodyOfManyBytes(String kind) throws Exception {
        try (LineClient client = client(kind)) {
            client.send("READ 3000000\r\n");
            client.send(new byte[3_000_000]);
            assertThat(client.line()).isEqualTo("read 3000000");
            assertThat(client.ask("ECHO after")).isEqualTo("after");
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void sendsThreeMegabytesToAReaderThatStartsLate(String kind) throws Exception {
        try (LineClient client = client(kind)) {
            client.send("BIG 3000000\r\n");
            InputStream in = client.socket().getInputStream();
            long count = 0;
            byte[] buffer = new byte[1_000];
            for (int octet = in.read(); octet == 'x'; octet = in.read()) {
                count += 1 + in.readNBytes(buffer, 0, (int) Math.min(999, 3_000_000 - count - 1));
            }
            assertThat(count).isEqualTo(3_000_000);
        }
    }

    @Test
    void acceptsALineOfTheMaximumLength() throws Exception {
        try (LineClient client = running.client()) {
            String text = "x".repeat(EchoService.LINE - "ECHO \r\n".length());
            assertThat(client.ask("ECHO " + text)).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000, 200_000})
    void refusesALongerLineWithLastWordsThatArrive(int surplus) throws Exception {
        try (LineClient client = running.client()) {
            client.send("ECHO " + "x".repeat(EchoService.LINE - "ECHO \r\n".length() + surplus) + "\r\n");
            assertThat(client.line()).isEqualTo("500 too long");
            client.disconnect();
            Eventually.until("closed", () -> running.connections() == 0);
        }
    }

    @Test
    void endsTheSessionOnceWhenTheClientClosesInsideALine() throws Exception {
        try (LineClient client = running.client()) {
            client.send("ECHO half");
        }
        Eventually.until("closed", () -> running.connections() == 0);
        assertThat(running.service.closed).hasValue(1);
    }

    @Test
    void answersAClientThatHasClosedItsOwnDirection() throws Exception {
        try (LineClient client = running.client()) {
            client.send("ECHO one\r\nECHO two\r\n");
            client.socket().shutdownOutput();
            assertThat(client.line()).isEqualTo("one");
            assertThat(client.line()).isEqualTo("two");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void refusesOutputAfterTheEnd() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("QUIT")).isEqualTo("221 bye");
            Eventually.until("closed", () -> running.connections() == 0);
            assertThatThrownBy(() -> running.service.session().connection.out().write(1))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void saysTheLastWordsOfAFailedSession() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("FAIL")).isEqualTo("421 failure");
            assertThat(client.line()).isEqualTo("(end)");
        }
        Eventually.until("closed", () -> running.service.closed.get() == 1);
    }

    @Test
    void answersBeforeItBlocksForABody() throws Exception {
        try (LineClient client = running.client()) {
            client.send("ECHO first\r\nREAD 5\r\n");
            assertThat(client.line()).isEqualTo("first");
            assertThat(client.send("12345").line()).isEqualTo("read 5");
        }
    }

    @Test
    void abortsAConnection() throws Exception {
        try (LineClient client = running.client()) {
            running.service.session().connection.abort();
            assertThat(client.line()).isEqualTo("(end)");
            Eventually.until("closed", () -> running.service.closed.get() == 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"plain, 250", "TLSv1.3, 25"})
    void noticesAnAbortAtTheMomentOfParking(String kind, int count) throws Exception {
        abortWhileParking(kind, count);
    }

    @ParameterizedTest
    @CsvSource({"plain, 1000", "TLSv1.3, 100"})
    @Tag("soak")
    void noticesManyAbortsAtTheMomentOfParking(String kind, int count) throws Exception {
        abortWhileParking(kind, count);
    }

    private void abortWhileParking(String kind, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            try (LineClient client = client(kind)) {
                running.service.sessions.forEach(session -> session.connection.abort());
                assertThat(client.line()).isEqualTo("(end)");
                running.service.sessions.clear();
            }
        }
        Eventually.until("closed", () -> running.service.closed.get() == count && running.connections() == 0);
    }

    @Test
    void keepsNoInputWhileItIsParked() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("ECHO " + "x".repeat(40))).hasSize(40);
            client.send("ECHO 1\r\n".repeat(1_000) + "HALF");
            for (int i = 0; i < 1_000; i++) {
                assertThat(client.line()).isEqualTo("1");
            }
            Eventually.until("parked", () -> running.connection().input().available() == 4);
            Eventually.until("trimmed", () -> running.connection().input().capacity() < 200);
        }
    }
}
