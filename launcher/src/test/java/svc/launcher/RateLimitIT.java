package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Rate limits, on a server without trusted networks. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class RateLimitIT {

    @TempDir
    private static Path home;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = started();
    }

    private static RunningServer started(String... more) {
        return TestClock.svc().wary().start(home, more).ready();
    }

    /** Clears the settings and counts of the previous test. */
    @AfterEach
    void forget() {
        override("{\"http_per_ip_baseline\":null,\"http_per_account_baseline\":null,"
                + "\"http_per_account_cpu_ms\":null,\"trusted_ips\":null}");
        assertThat(server.admin("DELETE", "/bans", "").statusCode()).isEqualTo(200);
        assertThat(server.command("", "clock", "advance", "PT5M").exit()).isZero();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> session() {
        return server.get(server.url() + "/.well-known/jmap");
    }

    private static void override(String json) {
        HttpResponse<String> response = server.admin("PUT", "/config", "{\"overrides\":" + json + "}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    /** The last test, because it restarts the server with another port for the admin interface. */
    @Test
    @Order(Integer.MAX_VALUE)
    @Covers({"DPOP-04", "SEC-04", "ADM-34", "ADM-37"})
    void runTimeBaselineAndBansSurviveARestart() {
        override("{\"http_per_ip_baseline\":5}");
        List<HttpResponse<String>> answers =
                IntStream.range(0, 6).mapToObj(i -> session()).toList();

        assertThat(answers.subList(0, 5))
                .allSatisfy(response -> assertThat(response.statusCode()).isEqualTo(401));
        HttpResponse<String> sixth = answers.get(5);
        assertThat(sixth.statusCode()).isEqualTo(429);
        assertThat(sixth.headers().firstValue("Retry-After").orElseThrow()).matches("[1-9][0-9]?");
        assertThat(sixth.headers().firstValue("RateLimit-Policy")).hasValue("\"http_per_ip_baseline\";q=5;w=60");
        assertThat(sixth.headers().firstValue("RateLimit").orElseThrow()).startsWith("\"http_per_ip_baseline\";r=0;t=");
        JsonNode problem = SignedIn.json(sixth);
        assertThat(problem.path("type").asText()).isEqualTo("urn:ietf:params:jmap:error:limit");
        assertThat(problem.path("limit").asText()).isEqualTo("http_per_ip_baseline");
        HttpResponse<String> login = SignedIn.login(server, "a@b.example", "x");
        assertThat(login.statusCode()).isEqualTo(429);
        assertThat(login.headers().allValues("DPoP-Nonce")).hasSize(1);
        assertThat(SignedIn.json(login).path("error").asText()).isEqualTo("rate_limited");
        assertThat(server.admin("GET", "/version", "").statusCode()).isEqualTo(200);
        assertThat(server.command("", "config", "explain", "http_per_ip_baseline")
                        .out())
                .contains("5", "set at run time");

        forget();
        IntStream.range(0, 10).forEach(i -> SignedIn.login(server, "nobody@one.example", "wrong " + i));
        override("{\"http_per_ip_baseline\":5}");
        server.close();
        server = started("--set", "server.admin_bind=\"127.0.0.1:0\"");
        String version = server.adminUrl() + "/version";
        assertThat(session().statusCode()).as("still banned").isEqualTo(403);
        assertThat(IntStream.range(0, 20).map(i -> server.get(version).statusCode()))
                .as("on a port of its own")
                .containsOnly(401);
        assertThat(server.admin("DELETE", "/bans", "").statusCode()).isEqualTo(200);
        assertThat(server.command("", "clock", "advance", "PT5M").exit()).isZero();
        assertThat(IntStream.range(0, 6).map(i -> session().statusCode()))
                .containsExactly(401, 401, 401, 401, 401, 429);
        assertThat(server.command("", "config", "override", "--override", "http_per_ip_baseline=null")
                        .exit())
                .isZero();
        assertThat(IntStream.range(0, 20).map(i -> session().statusCode())).containsOnly(401);
    }

    @Test
    @Covers("ADM-34")
    void oneInvalidOverrideRejectsAll() {
        for (String bad : List.of(
                "{\"http_per_ip_baseline\":7,\"no_such_key\":1}",
                "{\"http_per_ip_baseline\":7,\"http_per_account_baseline\":\"many\"}",
                "{\"http_per_ip_baseline\":7,\"http_per_account_baseline\":0}",
                "{\"http_per_ip_baseline\":7,\"server.listen\":\"127.0.0.1:1\"}",
                "{\"http_per_ip_baseline\":7,\"trusted_ips\":[\"nonsense\"]}",
                "{}")) {
            HttpResponse<String> response = server.admin("PUT", "/config", "{\"overrides\":" + bad + "}");
            assertThat(response.statusCode()).as(bad).isEqualTo(400);
            assertThat(SignedIn.json(response).path("reason").asText())
                    .isIn("unknown-key", "not-overridable", "invalid");
        }
        assertThat(server.admin("PUT", "/config", "{}").statusCode()).isEqualTo(400);
        assertThat(server.command("", "config", "explain", "http_per_ip_baseline")
                        .out())
                .contains("1200", "default");
    }

    @Test
    @Covers({"SEC-04", "ADM-37"})
    void unauthenticatedAdminRequestsAreLimited() {
        String metrics = server.url() + "/metrics";
        String version = server.adminUrl() + "/version";
        override("{\"http_per_ip_baseline\":5}");
        assertThat(IntStream.range(0, 6)
                        .map(i -> server.get(i % 2 == 0 ? version : metrics, "Authorization", "Bearer wrong")
                                .statusCode()))
                .containsExactly(401, 401, 401, 401, 401, 429);
        for (String url : List.of(version, metrics, server.adminUrl() + "/nowhere")) {
            HttpResponse<String> slow = server.get(url);
            assertThat(slow.statusCode()).as(url).isEqualTo(429);
            assertThat(slow.headers().firstValue("Retry-After").orElseThrow()).matches("[1-9][0-9]?");
            assertThat(slow.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            JsonNode problem = SignedIn.json(slow);
            assertThat(problem.path("type").asText()).isEqualTo("urn:ietf:params:jmap:error:limit");
            assertThat(problem.path("limit").asText()).isEqualTo("http_per_ip_baseline");
            assertThat(problem.path("reason").asText()).isEqualTo("rate-limited");
            assertThat(problem.path("status").asInt()).isEqualTo(429);
        }
        String bearer = "Bearer " + server.token();
        assertThat(IntStream.range(0, 20)
                        .map(i -> server.get(i % 2 == 0 ? version : metrics, "Authorization", bearer)
                                .statusCode()))
                .containsOnly(200);

        override("{\"http_per_ip_baseline\":null}");
        IntStream.range(0, 10).forEach(i -> SignedIn.login(server, "nobody@one.example", "wrong " + i));
        HttpResponse<String> banned = server.get(version, "Authorization", "Bearer wrong");
        assertThat(banned.statusCode()).isEqualTo(403);
        assertThat(SignedIn.json(banned).path("type").asText()).isEqualTo("urn:svc:problem:banned");
        assertThat(server.get(metrics).statusCode()).isEqualTo(403);
        assertThat(server.get(version, "Authorization", bearer).statusCode()).isEqualTo(200);
    }

    @Test
    @Covers("SEC-04")
    void corsPreflightIsCounted() {
        override("{\"http_per_ip_baseline\":2}");
        for (String path : List.of("/jmap", "/auth/login")) {
            List<Integer> answers = IntStream.range(0, 3)
                    .mapToObj(i -> server.send(
                                    "OPTIONS",
                                    server.url() + path,
                                    "",
                                    "Origin",
                                    "https://web.example",
                                    "Access-Control-Request-Method",
                                    "POST")
                            .statusCode())
                    .toList();
            assertThat(answers)
                    .as(path)
                    .isEqualTo(path.equals("/jmap") ? List.of(204, 204, 429) : List.of(429, 429, 429));
        }
    }

    @Test
    @Covers({"SEC-01", "ADM-34"})
    void trustedNetworkIsNoLongerLimited() {
        override("{\"http_per_ip_baseline\":2}");
        IntStream.range(0, 3).forEach(i -> session());
        assertThat(session().statusCode()).isEqualTo(429);

        override("{\"trusted_ips\":[\"127.0.0.0/8\",\"::1\"]}");
        assertThat(IntStream.range(0, 50).map(i -> session().statusCode())).containsOnly(401);
        assertThat(session().headers().firstValue("RateLimit")).isEmpty();
    }

    @Test
    @Covers("SEC-04")
    void accountsAreLimited() {
        SignedIn ann = SignedIn.as(server, "ann@two.example");
        SignedIn ben = SignedIn.as(server, "ben@two.example");
        override("{\"http_per_account_baseline\":3}");
        IntStream.range(0, 3)
                .forEach(i ->
                        assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(200));

        HttpResponse<String> fourth = ann.get("/.well-known/jmap");
        assertThat(fourth.statusCode()).isEqualTo(429);
        assertThat(SignedIn.json(fourth).path("limit").asText()).isEqualTo("http_per_account_baseline");
        assertThat(fourth.headers().firstValue("Retry-After")).isPresent();
        assertThat(ben.get("/.well-known/jmap").statusCode()).isEqualTo(200);
        for (String path :
                List.of("/jmap", "/jmap/stream-ticket", "/jmap/media-token", "/auth/refresh", "/auth/logout")) {
            HttpResponse<String> refused = ann.post(path, "");
            assertThat(refused.statusCode()).as(path).isEqualTo(429);
            assertThat(SignedIn.json(refused).path("limit").asText()).isEqualTo("http_per_account_baseline");
        }
        override("{\"http_per_account_baseline\":null}");
        assertThat(ann.get("/.well-known/jmap").statusCode())
                .as("neither refreshed nor signed out")
                .isEqualTo(200);
    }

    @Test
    @Covers(value = "SEC-04", part = "processor time of an account")
    void requestsConsumeTheProcessorTimeOfTheAccount() {
        SignedIn ann = SignedIn.as(server, "ann@three.example");
        SignedIn ben = SignedIn.as(server, "ben@three.example");
        override("{\"http_per_account_cpu_ms\":1}");
        String echo = "{\"using\":[\"urn:ietf:params:jmap:core\"],\"methodCalls\":[[\"Core/echo\",{},\"a\"]]}";
        server.await("refused", () -> ann.post("/jmap", echo).statusCode() == 429);

        HttpResponse<String> refused = ann.post("/jmap", echo);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(SignedIn.json(refused).path("limit").asText()).isEqualTo("http_per_account_cpu_ms");
        assertThat(refused.body()).contains("ms of processor time a minute ([security] http_per_account_cpu_ms)");
        assertThat(ben.get("/.well-known/jmap").statusCode()).isEqualTo(200);
        override("{\"http_per_account_cpu_ms\":null}");
        assertThat(ann.post("/jmap", echo).statusCode()).isEqualTo(200);
    }
}
