package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** A server that trusts nobody, and what it does with those who come too often or with wrong passwords. */
final class GuardIT {

    @TempDir
    private Path home;

    private RunningServer server;

    @BeforeEach
    void start() {
        server = started();
    }

    private RunningServer started(String... more) {
        return SvcCommand.svc().wary().start(home, more).ready();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> session() {
        return server.get(server.url() + "/.well-known/jmap");
    }

    private void override(String json) {
        HttpResponse<String> answer = server.admin("PUT", "/config", "{\"overrides\":" + json + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    @Covers({"DPOP-04", "SEC-04", "ADM-34"})
    void aBaselineSetAtRunTimeLimitsTheNextRequestsAndOutlivesTheServer() {
        override("{\"http_per_ip_baseline\":5}");
        List<HttpResponse<String>> answers =
                IntStream.range(0, 6).mapToObj(i -> session()).toList();

        assertThat(answers.subList(0, 5))
                .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(401));
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
        assertThat(server.svc("config", "explain", "http_per_ip_baseline").out())
                .contains("5", "set at run time");

        server.close();
        server = started();
        assertThat(IntStream.range(0, 6).map(i -> session().statusCode()))
                .containsExactly(401, 401, 401, 401, 401, 429);
        assertThat(server.command("", "config", "override", "--override", "http_per_ip_baseline=null")
                        .exit())
                .isZero();
        assertThat(IntStream.range(0, 20).map(i -> session().statusCode())).containsOnly(401);
    }

    @Test
    @Covers("ADM-34")
    void oneBadOverrideAndNothingIsSet() {
        for (String bad : List.of(
                "{\"http_per_ip_baseline\":7,\"no_such_key\":1}",
                "{\"http_per_ip_baseline\":7,\"http_per_account_baseline\":\"many\"}",
                "{\"http_per_ip_baseline\":7,\"http_per_account_baseline\":0}",
                "{\"http_per_ip_baseline\":7,\"server.listen\":\"127.0.0.1:1\"}",
                "{\"http_per_ip_baseline\":7,\"trusted_ips\":[\"nonsense\"]}",
                "{}")) {
            HttpResponse<String> answer = server.admin("PUT", "/config", "{\"overrides\":" + bad + "}");
            assertThat(answer.statusCode()).as(bad).isEqualTo(400);
            assertThat(SignedIn.json(answer).path("reason").asText()).isIn("unknown-key", "not-overridable", "invalid");
        }
        assertThat(server.admin("PUT", "/config", "{}").statusCode()).isEqualTo(400);
        assertThat(server.svc("config", "explain", "http_per_ip_baseline").out())
                .contains("1200", "default");
    }

    @Test
    @Covers({"SEC-01", "ADM-34"})
    void whoIsTrustedSinceThisMomentIsNoLongerCounted() {
        override("{\"http_per_ip_baseline\":2}");
        IntStream.range(0, 3).forEach(i -> session());
        assertThat(session().statusCode()).isEqualTo(429);

        override("{\"trusted_ips\":[\"127.0.0.0/8\",\"::1\"]}");
        assertThat(IntStream.range(0, 50).map(i -> session().statusCode())).containsOnly(401);
        assertThat(session().headers().firstValue("RateLimit")).isEmpty();
    }

    @Test
    @Covers({"SEC-05", "ADM-25", "ADM-26"})
    void wrongPasswordsBanAndTheOperatorLetsIn() {
        SignedIn ann = SignedIn.as(server, "ann@one.example");
        for (int i = 0; i < 10; i++) {
            assertThat(SignedIn.login(server, i % 2 == 0 ? "ann@one.example" : "nobody@one.example", "wrong")
                            .statusCode())
                    .isEqualTo(401);
        }
        HttpResponse<String> banned = ann.get("/.well-known/jmap");
        assertThat(banned.statusCode()).isEqualTo(403);
        assertThat(SignedIn.json(banned).path("type").asText()).isEqualTo("urn:svc:problem:banned");
        assertThat(server.get(server.url() + "/healthz/ready").statusCode()).isEqualTo(200);

        JsonNode list = SignedIn.json(server.admin("GET", "/bans", ""));
        assertThat(list.path("total").asInt()).isOne();
        JsonNode ban = list.path("items").get(0);
        assertThat(ban.path("ip").asText()).isEqualTo("127.0.0.1");
        assertThat(ban.path("failures").asInt()).isEqualTo(10);
        assertThat(ban.path("reason").asText()).isEqualTo("sign-ins failed over http");
        assertThat(ban.path("until").asText()).isNotEmpty();
        assertThat(server.admin("POST", "/bans", "{}").statusCode()).isEqualTo(405);
        assertThat(server.admin("DELETE", "/bans/10.9.8.7", "").statusCode()).isEqualTo(404);
        assertThat(server.admin("DELETE", "/bans/nonsense", "").statusCode()).isEqualTo(400);

        assertThat(server.admin("DELETE", "/bans/127.0.0.1", "").statusCode()).isEqualTo(204);
        assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(200);

        HttpResponse<String> trusted = server.admin("POST", "/whitelist", "{\"ip\":\"127.0.0.1/8\",\"note\":\"us\"}");
        assertThat(trusted.statusCode()).isEqualTo(201);
        assertThat(SignedIn.json(trusted).path("ip").asText()).isEqualTo("127.0.0.0/8");
        IntStream.range(0, 30).forEach(i -> SignedIn.login(server, "ann@one.example", "wrong"));
        assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(200);
        assertThat(SignedIn.json(server.admin("GET", "/whitelist/127.0.0.0%2F8", ""))
                        .path("note")
                        .asText())
                .isEqualTo("us");
        assertThat(server.admin("DELETE", "/whitelist/127.0.0.0%2f8", "").statusCode())
                .isEqualTo(204);

        IntStream.range(0, 10).forEach(i -> SignedIn.login(server, "ann@one.example", "wrong"));
        assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(403);
        assertThat(SignedIn.json(server.admin("DELETE", "/bans", ""))
                        .path("removed")
                        .asInt())
                .isOne();
        assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(200);
    }

    @Test
    @Covers("ADM-26")
    void theWhitelistTakesAddressesAndNetworksOfBothKinds() {
        assertThat(server.admin("POST", "/whitelist/2001:db8::%2F32", "").statusCode())
                .isEqualTo(201);
        assertThat(server.admin("POST", "/whitelist/203.0.113.0%2F24", "{\"note\":\"office\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(server.admin("POST", "/whitelist", "{\"ip\":\"not an address\"}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(SignedIn.json(server.admin("GET", "/whitelist", ""))
                        .path("items")
                        .findValuesAsText("ip"))
                .containsExactly("2001:db8::/32", "203.0.113.0/24");
        assertThat(SignedIn.json(server.admin("GET", "/whitelist?limit=1", ""))
                        .path("next")
                        .asText())
                .isEqualTo("2001:db8::/32");
        assertThat(server.svc("whitelist", "list").out()).contains("office", "2001:db8::/32");
        assertThat(SignedIn.json(server.admin("DELETE", "/whitelist", ""))
                        .path("removed")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    @Covers("SEC-04")
    void anAccountHasItsLimitToo() {
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
    }
}
