package svc.http.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import svc.api.net.IpNetwork;
import svc.http.server.RunningHttpServer;

class ForwardedHeaderHandlerTest {

    private static final jakarta.servlet.Servlet WHO =
            RunningHttpServer.answering((request, response) -> response.getWriter()
                    .write(request.getRemoteAddr() + " " + request.getScheme() + " " + request.isSecure() + " "
                            + request.getServerName() + " " + request.getServerPort()));

    @Test
    void ignoresForwardedFieldsOfUntrustedAddresses() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with("trusted_proxies", new String[] {"10.0.0.0/8"})) {
            running.mount("/who", WHO);
            assertThat(who(running, "203.0.113.9", "https", "mail.example.org"))
                    .isEqualTo("127.0.0.1 http false 127.0.0.1 " + running.port());
        }
    }

    @Test
    void usesTheRightmostUntrustedAddressAsClient() throws Exception {
        try (RunningHttpServer running =
                RunningHttpServer.with("trusted_proxies", new String[] {"127.0.0.1", "10.0.0.0/8", "fd00::/8"})) {
            running.mount("/who", WHO);
            assertThat(who(running, "203.0.113.9", "https", "mail.example.org"))
                    .isEqualTo("203.0.113.9 https true mail.example.org 443");
            assertThat(who(running, "198.51.100.1, 203.0.113.9, 10.1.2.3", "https", "mail.example.org:8443"))
                    .isEqualTo("203.0.113.9 https true mail.example.org 8443");
            assertThat(who(running, "evil, 203.0.113.9:4711, fd00::1", "https", "h"))
                    .startsWith("203.0.113.9 ");
            assertThat(who(running, "[2001:db8::1]:99, 10.0.0.1", "http", "h"))
                    .startsWith("[2001:db8:0:0:0:0:0:1] http false");
            assertThat(who(running, "10.9.9.9, 10.0.0.1", "https", "h")).startsWith("10.9.9.9 ");
            assertThat(who(running, "nonsense", "gopher", ""))
                    .isEqualTo("127.0.0.1 http false 127.0.0.1 " + running.port());
        }
    }

    @Test
    void readsAllForwardedFieldsOfAProxyChainAtTheSamePosition() throws Exception {
        try (RunningHttpServer running =
                RunningHttpServer.with("trusted_proxies", new String[] {"127.0.0.1", "10.0.0.0/8"})) {
            running.mount("/who", WHO);
            assertThat(who(running, "203.0.113.9, 10.0.0.1", "https, http", "mail.example.org, inner"))
                    .isEqualTo("203.0.113.9 https true mail.example.org 443");
        }
    }

    @Test
    void parsesNetworksStrictly() {
        assertThat(List.of("10.0.0.0/33", "10.0.0.256", "host", "10.0.0.0/x", "::1/129", "", "1.2.3"))
                .allMatch(text -> IpNetwork.parse(text).isEmpty());
        IpNetwork network = IpNetwork.parse("172.16.0.0/12").orElseThrow();
        assertThat(network.contains(IpNetwork.address("172.31.255.255").orElseThrow()))
                .isTrue();
        assertThat(network.contains(IpNetwork.address("172.32.0.0").orElseThrow()))
                .isFalse();
        assertThat(network.contains(IpNetwork.address("::ffff:172.16.0.1").orElseThrow()))
                .isTrue();
        assertThat(network.contains(IpNetwork.address("fd00::1").orElseThrow())).isFalse();
        assertThat(IpNetwork.parse("0.0.0.0/0")
                        .orElseThrow()
                        .contains(IpNetwork.address("8.8.8.8").orElseThrow()))
                .isTrue();
    }

    private static String who(RunningHttpServer running, String clients, String scheme, String host) throws Exception {
        return running.send(running.request("/who")
                        .header("X-Forwarded-For", clients)
                        .header("X-Forwarded-Proto", scheme)
                        .header("X-Forwarded-Host", host))
                .body();
    }
}
