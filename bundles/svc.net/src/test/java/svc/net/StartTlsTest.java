package svc.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Eventually;
import svc.testkit.LineClient;

/** Tests the beginning of TLS, and commands that an attacker puts in front of the protected ones. */
class StartTlsTest extends LineServerFixture {

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void beginsTlsOnCommandAndReturnsItsParameters(String version) throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("TLS")).isEqualTo("none true");
            assertThat(client.ask("STARTTLS")).isEqualTo("220 go ahead");
            client.tls(version, "mail.example.org");
            assertThat(client.ask("TLS")).isEqualTo(version + " mail.example.org");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void servesImplicitTls(String version) throws Exception {
        try (LineClient client = running.tlsClient(version)) {
            assertThat(client.ask("TLS")).isEqualTo(version + " mail.example.org");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1", "TLSv1.1"})
    void refusesOlderVersions(String version) throws Exception {
        try (LineClient client = LineClient.connect(running.port("echos"))) {
            assertThatThrownBy(() -> client.tls(version, "mail.example.org")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void acceptsTheCommandByteByByte() throws Exception {
        try (LineClient client = running.client()) {
            for (byte octet : "STARTTLS\r\n".getBytes(StandardCharsets.US_ASCII)) {
                client.send(new byte[] {octet});
            }
            assertThat(client.line()).isEqualTo("220 go ahead");
            assertThat(client.tls().ask("ECHO safe")).isEqualTo("safe");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ECHO injected\r\n", "ECHO inj", "\r\n", "\n"})
    void refusesBytesBehindTheCommand(String injected) throws Exception {
        try (LineClient client = running.client()) {
            client.send("STARTTLS\r\n" + injected);
            assertThat(client.line()).isEqualTo("501 no commands after STARTTLS");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void endsTheConnectionWhenClearTextFollowsTheAnswer() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("STARTTLS")).isEqualTo("220 go ahead");
            client.send("ECHO injected\r\n");
            // The server reads the text as a TLS record and answers with an alert at most.
            assertThat(client.line()).doesNotContain("injected");
            Eventually.until("closed", () -> running.connections() == 0);
        }
    }

    @Test
    void doesNotReadClearTextThatCameBeforeTheHandshakeAsACommand() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("STARTTLS")).isEqualTo("220 go ahead");
            client.send("ECHO injected\r\n");
            assertThatThrownBy(client::tls).isInstanceOf(IOException.class);
        }
    }

    @Test
    void ordersCommandsBeforeTheCommandThatBeginsTls() throws Exception {
        try (LineClient client = running.client()) {
            client.send("ECHO clear\r\nSTARTTLS\r\n");
            assertThat(client.line()).isEqualTo("clear");
            assertThat(client.line()).isEqualTo("220 go ahead");
            assertThat(client.tls().ask("ECHO safe")).isEqualTo("safe");
        }
    }

    @Test
    void refusesToBeginTlsTwice() throws Exception {
        try (LineClient client = running.startTlsClient("TLSv1.3")) {
            assertThat(client.ask("STARTTLS")).isEqualTo("421 failure");
        }
    }

    @Test
    void servesPlainListenersWithoutACertificate() throws Exception {
        EchoService service =
                new EchoService("plain", RunningLineServer.listener("plain", false, RunningLineServer.HANDSHAKE));
        LineServer server = new LineServer(
                RunningLineServer.table(NetConfig.class, Map.of()),
                RunningLineServer.certificates(home, running.clock, Map.of()),
                running.clock);
        server.addService(service);
        server.call();
        server.ready();
        try (LineClient client =
                LineClient.connect(server.listeners().get(0).address().port())) {
            assertThat(client.line()).isEqualTo("220 ready");
            assertThat(client.ask("TLS")).isEqualTo("none false");
        } finally {
            server.close();
        }
    }

    @Test
    void endsARecordThatIsNoTls() throws Exception {
        try (LineClient client = LineClient.connect(running.port("echos"))) {
            client.send("EHLO mail.example.org\r\n");
            Eventually.until("closed", () -> running.connections() == 0);
            assertThat(running.service.sessions).isEmpty();
        }
    }
}
