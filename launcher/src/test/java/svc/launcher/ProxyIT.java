package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.DpopKey;
import svc.testkit.DpopKey.Claims;

/** The URLs that a proof may contain if a reverse proxy is in front of the server. */
final class ProxyIT {

    private static final String ANN = "ann@example.org";
    private static final String[] MAIL = {"X-Forwarded-Proto", "https", "X-Forwarded-Host", "mail.example.org"};

    @TempDir
    private static Path dir;

    private static RunningServer proxied;
    private static RunningServer alone;

    @BeforeAll
    static void start() {
        proxied = SvcCommand.svc()
                .start(dir.resolve("behind"), "--set", "server.trusted_proxies=[\"127.0.0.1\"]")
                .ready();
        alone = SvcCommand.svc().start(dir.resolve("alone")).ready();
        SignedIn.as(proxied, ANN);
        SignedIn.as(alone, ANN);
    }

    @AfterAll
    static void stop() {
        proxied.close();
        alone.close();
    }

    private static HttpResponse<String> login(RunningServer server, DpopKey key, String origin, String... forwarded) {
        List<String> fields = new ArrayList<>(List.of(forwarded));
        fields.addAll(List.of("Content-Type", "application/json"));
        fields.addAll(List.of(
                "DPoP",
                key.proof(
                        Claims.of("POST", origin + "/auth/login", Instant.now()).with(DpopCaller.nonce(server)))));
        String body = "{\"email\":\"" + ANN + "\",\"password\":\"" + SignedIn.PASSWORD + "\"}";
        return server.send("POST", server.url() + "/auth/login", body, fields.toArray(String[]::new));
    }

    private static int status(RunningServer server, String origin, String... forwarded) {
        return login(server, DpopKey.fresh(), origin, forwarded).statusCode();
    }

    @Test
    @Covers("DPOP-10")
    void trustedProxySetsTheRequestUrl() {
        for (String origin :
                List.of("https://mail.example.org", "https://mail.example.org:443", "HTTPS://MAIL.example.org")) {
            assertThat(status(proxied, origin, MAIL)).as(origin).isEqualTo(200);
        }
        for (String origin : List.of(
                "http://mail.example.org", "https://mail.example.org:80", "https://mail.example.com", proxied.url())) {
            assertThat(status(proxied, origin, MAIL)).as(origin).isEqualTo(401);
        }
    }

    @Test
    @Covers("DPOP-10")
    void forwardedPortIsUsed() {
        String[] other = {"X-Forwarded-Proto", "https", "X-Forwarded-Host", "mail.example.org:8443"};
        assertThat(status(proxied, "https://mail.example.org:8443", other)).isEqualTo(200);
        assertThat(status(proxied, "https://mail.example.org", other)).isEqualTo(401);
        assertThat(status(proxied, proxied.url().replace("http:", "https:"), "X-Forwarded-Proto", "https"))
                .as("without a host it is the one of the request")
                .isEqualTo(200);
    }

    @Test
    @Covers("DPOP-10")
    void forwardedHeadersOfClientsAreIgnored() {
        String[] spoofed = {
            "X-Forwarded-Proto",
            "http, https",
            "X-Forwarded-Host",
            "evil.example, mail.example.org",
            "X-Forwarded-For",
            "10.1.1.1"
        };
        assertThat(status(proxied, "https://mail.example.org", spoofed)).isEqualTo(200);
        assertThat(status(proxied, "http://evil.example", spoofed)).isEqualTo(401);
        String[] standard = {"Forwarded", "proto=https;host=mail.example.org"};
        assertThat(status(proxied, "https://mail.example.org", standard))
                .as("only the fields that the configuration names")
                .isEqualTo(401);
        assertThat(status(proxied, proxied.url(), standard)).isEqualTo(200);
        assertThat(status(alone, "https://mail.example.org", MAIL)).isEqualTo(401);
        assertThat(status(alone, alone.url(), MAIL)).isEqualTo(200);
    }

    @Test
    @Covers({"DPOP-02", "DPOP-10"})
    void refreshWorksThroughTheProxy() {
        DpopKey key = DpopKey.fresh();
        SignedIn in = DpopCaller.in(proxied, ANN, login(proxied, key, "https://mail.example.org", MAIL));
        for (String origin : List.of(proxied.url(), "https://mail.example.org")) {
            List<String> fields = new ArrayList<>(List.of(MAIL));
            Claims claims =
                    Claims.of("POST", origin + "/auth/refresh", Instant.now()).with(DpopCaller.nonce(proxied));
            fields.addAll(List.of("Authorization", "Bearer " + in.token(), "DPoP", key.proof(claims)));
            assertThat(proxied.send("POST", proxied.url() + "/auth/refresh", "", fields.toArray(String[]::new))
                            .statusCode())
                    .as(origin)
                    .isEqualTo(origin.startsWith("https:") ? 200 : 401);
        }
    }
}
