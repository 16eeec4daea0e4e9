package svc.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Eventually;
import svc.testkit.LineClient;

/** Tests connections that come through a proxy, here from 127.0.0.9. */
class ProxyTest {

    @TempDir
    static Path home;

    private RunningLineServer running;

    @BeforeEach
    void start() {
        running =
                RunningLineServer.at(home, "proxies", new String[] {"127.0.0.8/31"}, "max_connections_per_network", 2);
    }

    @AfterEach
    void stop() {
        running.close();
    }

    private LineClient proxied(String listener) throws Exception {
        return LineClient.from("127.0.0.9", running.port(listener));
    }

    @Test
    void takesTheClientFromTheHeader() throws Exception {
        try (LineClient client = proxied("echo")) {
            client.send(ProxyHeaderTest.ipv4());
            assertThat(client.line()).isEqualTo("220 ready");
            assertThat(client.ask("WHO")).isEqualTo("192.0.2.7 4660");
        }
    }

    @Test
    void readsTheHeaderByteByByteAndTheCommandBehindIt() throws Exception {
        try (LineClient client = proxied("echo")) {
            for (byte octet : ProxyHeaderTest.ipv4()) {
                client.send(new byte[] {octet});
            }
            client.send("WHO\r\n");
            assertThat(client.line()).isEqualTo("220 ready");
            assertThat(client.line()).isEqualTo("192.0.2.7 4660");
        }
    }

    @Test
    void readsTheHeaderBeforeTheTlsHandshake() throws Exception {
        try (LineClient client = proxied("echos")) {
            client.send(ProxyHeaderTest.ipv4());
            assertThat(client.tls().line()).isEqualTo("220 ready");
            assertThat(client.ask("WHO")).isEqualTo("192.0.2.7 4660");
        }
    }

    @Test
    void keepsTheAddressOfAHealthCheckOfTheProxy() throws Exception {
        try (LineClient client = proxied("echo")) {
            client.send(ProxyHeaderTest.header("20", "00", ""));
            assertThat(client.line()).isEqualTo("220 ready");
            assertThat(client.ask("WHO")).startsWith("127.0.0.9 ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"EHLO mail.example.org\r\n", "PROXY TCP4 192.0.2.7 127.0.0.1 4660 25\r\n", "\r\n\r\n\0\r\nQUI?"})
    void closesAConnectionOfAProxyWithoutAValidHeader(String text) throws Exception {
        try (LineClient client = proxied("echo")) {
            client.send(text.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(client.line()).isEqualTo("(end)");
            Eventually.until("closed", () -> running.connections() == 0);
            assertThat(running.service.sessions).isEmpty();
        }
    }

    @Test
    void closesAConnectionOfAProxyWhoseHeaderIsLate() throws Exception {
        try (LineClient client = proxied("echo")) {
            client.send(java.util.Arrays.copyOf(ProxyHeaderTest.ipv4(), 20));
            Eventually.until(
                    "connected",
                    () -> running.connections() == 1
                            && !running.connection().parking().mayRead());
            running.clock.advance(Conversation.PROXY_TIME);
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void doesNotBelieveTheHeaderOfAnotherClient() throws Exception {
        try (LineClient client = LineClient.from("127.0.0.10", running.port("echo"))) {
            client.send(ProxyHeaderTest.ipv4());
            assertThat(client.line()).isEqualTo("220 ready");
            client.send("\r\n");
            assertThat(client.line()).startsWith("500");
            assertThat(running.service.session().connection.peer().getAddress().getHostAddress())
                    .isEqualTo("127.0.0.10");
        }
    }

    @Test
    void limitsTheClientsOfAProxyByTheirOwnAddresses() throws Exception {
        try (LineClient first = proxied("echo");
                LineClient second = proxied("echo");
                LineClient third = proxied("echo");
                LineClient other = proxied("echo")) {
            assertThat(first.send(ProxyHeaderTest.ipv4()).line()).isEqualTo("220 ready");
            assertThat(second.send(ProxyHeaderTest.ipv4()).line()).isEqualTo("220 ready");
            assertThat(third.send(ProxyHeaderTest.ipv4()).line()).isEqualTo("421 too_many_connections");
            byte[] another = ProxyHeaderTest.header("21", "11", "c0000208" + "7f000001" + "1234" + "0019");
            assertThat(other.send(another).line()).isEqualTo("220 ready");
        }
    }
}
