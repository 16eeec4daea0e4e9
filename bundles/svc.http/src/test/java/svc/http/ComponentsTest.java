package svc.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.health.Finding;
import svc.api.http.HttpServerInfo.MountedRoute;
import svc.api.lifecycle.StartupException;
import svc.http.config.RouteDeclaration;
import svc.http.config.ServerTable;
import svc.http.server.RunningHttpServer;
import svc.testkit.FreePort;

class ComponentsTest {

    @TempDir
    Path home;

    private final AdvancingClock clock = new AdvancingClock();

    @AfterEach
    void stop() {
        clock.close();
    }

    @Test
    void reportsAPortInUseAtVerifyOnly() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HttpServer http = http("listen", "127.0.0.1:" + taken.getLocalPort());
            assertThat(http.endpoints()).isEmpty();
            assertThat(http.routes()).isEmpty();
            assertThatThrownBy(http::call)
                    .isInstanceOf(StartupException.class)
                    .hasMessageStartingWith(
                            "[server] listen: port " + taken.getLocalPort() + " of 127.0.0.1 is in use.\n");
            http.close();
        }
    }

    @Test
    void closesAllListenersIfTheAdminPortIsInUse() throws Exception {
        int port = FreePort.next();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HttpServer http = http("listen", "127.0.0.1:" + port, "admin_bind", "127.0.0.1:" + taken.getLocalPort());
            assertThatThrownBy(http::call).hasMessageStartingWith("[server] admin_bind: port ");
            try (ServerSocket again = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                assertThat(again.isBound()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "listen | 8080 | [server] listen",
                "listen | 127.0.0.1:99999 | [server] listen",
                "listen | ::1:80 | [server] listen",
                "listen | '' | [server] listen is empty",
                "listen | 203.0.113.77:0 | this machine does not have the address",
                "listen | no.such.host.invalid:0 | this machine does not have the address",
                "admin_bind | localhost | [server] admin_bind",
                "public_url | mail.example.org | [server] public_url",
                "public_url | ftp://mail.example.org | [server] public_url",
                "public_url | https://mail.example.org/?q | [server] public_url",
                "tls_listen | 127.0.0.1:0 | no certificate is configured",
                "idle_timeout_seconds | 0 | [server] idle_timeout_seconds = 0",
                "max_connections | 1 | [server] max_connections",
                "max_header_bytes | 10 | [server] max_header_bytes",
                "max_body_bytes | -5 | [server] max_body_bytes",
                "min_bytes_per_second | -1 | [server] min_bytes_per_second"
            })
    void aBadValueIsRefusedByItsKey(String key, String value, String says) {
        Object typed = key.startsWith("max_body")
                ? (Object) Long.valueOf(value)
                : key.matches("(max|min|idle).*") ? Integer.valueOf(value) : value;
        HttpServer http = http(key, typed);
        assertThatThrownBy(http::call).hasMessageContainingAll(says, "\n");
    }

    @Test
    void rejectsInvalidListsWithTheirKey() {
        assertThatThrownBy(http("trusted_proxies", new String[] {"10.0.0.0/8", "proxy"})::call)
                .hasMessageContaining("[server] trusted_proxies contains \"proxy\"");
        assertThatThrownBy(http("cors_origins", new String[] {"https://a.example/path"})::call)
                .hasMessageContaining("[server] cors_origins");
        HttpServer none = http("trusted_proxies", new String[] {""}, "cors_origins", new String[] {});
        assertThat(none.call()).isEmpty();
        none.close();
    }

    @Test
    void acceptsRequestsWhenTheServerIsReady() {
        HttpServer http = http("listen", "[::1]:0", "admin_bind", "localhost:0");
        try {
            assertThat(http.call()).isEmpty();
            assertThat(new ReadyStep(http).call()).isEmpty();
            assertThat(http.endpoints().get(0).url()).matches("http://\\[::1]:[1-9]\\d*");
            assertThat(http.endpoints().get(1).url()).matches("http://localhost:[1-9]\\d*");
            assertThat(http.routes()).extracting(MountedRoute::path).containsExactly("/healthz/live", "/healthz/ready");
            http.running()
                    .orElseThrow()
                    .mount(
                            "key",
                            RouteDeclaration.of(Map.of("svc.http.path", "/a", "svc.http.surface", "admin"), 1, "b", 1),
                            RunningHttpServer.echo());
            assertThat(http.routes()).contains(new MountedRoute("/a", "admin", "servlet", "b"));
            assertThat(new DrainStep(http).call()).isEmpty();
        } finally {
            http.close();
        }
    }

    @Test
    void healthCheckReportsAMissingPublicUrl() {
        HttpServer without = http();
        HttpServer with = http("public_url", "https://mail.example.org");
        assertThat(new PublicUrlHealthCheck(without).run())
                .extracting(Finding::status)
                .containsExactly(Finding.Status.WARN);
        assertThat(new PublicUrlHealthCheck(with).run())
                .extracting(Finding::status)
                .containsExactly(Finding.Status.OK);
        without.close();
        with.close();
    }

    private HttpServer http(Object... keysAndValues) {
        return ServerTable.httpServer(home, clock, keysAndValues);
    }
}
