package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** A server that trusts nobody, and what it does with those who come with wrong passwords. */
final class BanIT {

    @TempDir
    private static Path home;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = TestClock.svc().wary().start(home, "--set", "auth.basic=true").ready();
    }

    /** Whom one of them had banned or trusted is nobody to the next. */
    @AfterEach
    void forget() {
        server.admin("DELETE", "/bans", "");
        server.admin("DELETE", "/whitelist", "");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> session() {
        return server.get(server.url() + "/.well-known/jmap");
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void aWrongPasswordOnAnyRouteCounts() {
        SignedIn ann = SignedIn.as(server, "ann@one.example");
        String wrong = Base64.getEncoder().encodeToString("ann@one.example:wrong horse".getBytes(UTF_8));
        for (String path : List.of("/jmap", "/jmap/stream-ticket", "/jmap/media-token", "/auth/logout")) {
            assertThat(IntStream.range(0, 11)
                            .map(i -> server.send("POST", server.url() + path, "", "Authorization", "Basic " + wrong)
                                    .statusCode()))
                    .as(path)
                    .containsExactly(401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 403);
            assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(403);
            assertThat(SignedIn.json(server.admin("DELETE", "/bans", ""))
                            .path("removed")
                            .asInt())
                    .isOne();
        }
        for (int i = 0; i < 12; i++) {
            server.get(server.url() + "/.well-known/jmap", "Authorization", "Bearer not-or-no-longer-a-token");
        }
        assertThat(ann.get("/.well-known/jmap").statusCode())
                .as("a bad token is no failed sign-in")
                .isEqualTo(200);
    }

    @Test
    @Covers("ADM-25")
    void bansOfIpv6AreTakenBackInEveryFormOfTheirAddress(@TempDir Path behind) {
        try (RunningServer proxied = SvcCommand.svc()
                .wary()
                .start(behind, "--set", "server.trusted_proxies=[\"127.0.0.1\"]")
                .ready()) {
            for (int i = 0; i < 10; i++) {
                failFrom(proxied, "2001:db8::1");
                failFrom(proxied, "2001:db8:5::" + i);
            }
            assertThat(SignedIn.json(proxied.admin("GET", "/bans", ""))
                            .path("items")
                            .findValuesAsText("ip"))
                    .containsExactly("2001:db8:5::/64", "2001:db8::1");
            assertThat(failFrom(proxied, "2001:db8:5::77")).isEqualTo(403);
            assertThat(proxied.admin("DELETE", "/bans/2001%3Adb8%3A0%3A%3A1", "")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(proxied.admin("DELETE", "/bans/2001:db8:5::%2F64", "").statusCode())
                    .isEqualTo(204);
            assertThat(failFrom(proxied, "2001:db8::1")).isEqualTo(401);
            assertThat(failFrom(proxied, "2001:db8:5::77")).isEqualTo(401);
        }
    }

    private static int failFrom(RunningServer server, String address) {
        String body = "{\"email\":\"nobody@one.example\",\"password\":\"wrong\"}";
        return server.send("POST", server.url() + "/auth/login", body, "X-Forwarded-For", address)
                .statusCode();
    }

    /** The server's time after a leap. */
    private static Instant advanced(Duration by) {
        String told =
                server.command("", "clock", "advance", by.toString(), "--json").out();
        return Instant.parse(told.replaceAll("(?s).*\"now\" *: *\"([^\"]+)\".*", "$1"));
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void aBanEndsAtItsTime() {
        IntStream.range(0, 10).forEach(i -> SignedIn.login(server, "nobody@one.example", "wrong"));
        Instant end = Instant.parse(SignedIn.json(server.admin("GET", "/bans", ""))
                .path("items")
                .get(0)
                .path("until")
                .asText());
        advanced(Duration.between(advanced(Duration.ZERO), end).minusSeconds(5));
        int refused = 0;
        Instant before = advanced(Duration.ZERO);
        while (session().statusCode() == 403) {
            // What operators are shown is in whole seconds.
            assertThat(before).as("still banned").isBefore(end.plusSeconds(1));
            refused++;
            before = advanced(Duration.ZERO);
        }
        assertThat(refused).as("refused in its last seconds").isPositive();
        assertThat(advanced(Duration.ZERO)).as("let in again").isAfterOrEqualTo(end);
        assertThat(session().statusCode()).isEqualTo(401);
    }

    @Test
    @Covers({"ADM-25", "ADM-26"})
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
}
