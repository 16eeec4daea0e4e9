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
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Bans after wrong passwords, on a server without trusted networks. */
final class BanIT {

    /** Fewer than the default, because each failure costs the hash of a password. */
    private static final int FAILURES = 4;

    @TempDir
    private static Path home;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = TestClock.svc()
                .wary()
                .start(
                        home,
                        "--set",
                        "auth.basic=\"all\"",
                        "--set",
                        "security.account_failures_per_hour=1000",
                        "--set",
                        "server.trusted_proxies=[\"127.0.0.1\"]")
                .ready();
        banAfter(String.valueOf(FAILURES));
        SignedIn.as(server, "ann@one.example");
    }

    private static void banAfter(String failures) {
        String overrides = "{\"overrides\":{\"ban_failures\":" + failures + "}}";
        assertThat(server.admin("PUT", "/config", overrides).statusCode()).isEqualTo(200);
    }

    /** Removes bans and the whitelist, and lets counted failures expire: tests run in any order. */
    @AfterEach
    void forget() {
        server.admin("DELETE", "/bans", "");
        server.admin("DELETE", "/whitelist", "");
        advanced(Duration.ofHours(1));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> session() {
        return server.get(server.url() + "/.well-known/jmap");
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void wrongPasswordCountsOnEveryRoute() {
        SignedIn ann = SignedIn.as(server, "ann@one.example");
        for (String path : List.of("/jmap", "/jmap/stream-ticket", "/jmap/media-token", "/auth/logout")) {
            assertThat(IntStream.rangeClosed(0, FAILURES)
                            .map(i -> server.send("POST", server.url() + path, "", "Authorization", basic("wrong " + i))
                                    .statusCode()))
                    .as(path)
                    .containsExactly(401, 401, 401, 401, 403);
            assertThat(ann.get("/.well-known/jmap").statusCode())
                    .as("a valid token goes on")
                    .isEqualTo(200);
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
    void ipv6BansCanBeLiftedWithAnyNotation() {
        for (int i = 0; i < FAILURES; i++) {
            failFrom("2001:db8::1");
            failFrom("2001:db8:5::" + i);
        }
        assertThat(SignedIn.json(server.admin("GET", "/bans", "")).path("items").findValuesAsText("ip"))
                .containsExactly("2001:db8:5::/64", "2001:db8::1");
        assertThat(failFrom("2001:db8:5::77")).isEqualTo(403);
        assertThat(server.admin("DELETE", "/bans/2001%3Adb8%3A0%3A%3A1", "").statusCode())
                .isEqualTo(204);
        assertThat(server.admin("DELETE", "/bans/2001:db8:5::%2F64", "").statusCode())
                .isEqualTo(204);
        assertThat(failFrom("2001:db8::1")).isEqualTo(401);
        assertThat(failFrom("2001:db8:5::77")).isEqualTo(401);
    }

    private static String basic(String password) {
        return "Basic " + Base64.getEncoder().encodeToString(("ann@one.example:" + password).getBytes(UTF_8));
    }

    private static int failFrom(String address) {
        return SignedIn.login(server, "nobody@one.example", fresh(), "X-Forwarded-For", address)
                .statusCode();
    }

    /** Returns a wrong password that was not used before. */
    private static String fresh() {
        return "wrong " + UUID.randomUUID();
    }

    private static void failUntilBanned(String email) {
        IntStream.range(0, FAILURES)
                .forEach(i -> assertThat(SignedIn.login(server, email, fresh()).statusCode())
                        .isEqualTo(401));
    }

    @Test
    @Covers(
            value = "SEC-05",
            part = "a ban stops sign-ins and requests without a valid credential; valid tokens, bound sessions and"
                    + " remembered Basic credentials go on",
            open = "IMAP and DAV")
    void banBlocksSignInsButNotSignedInClients() {
        SignedIn ann = SignedIn.as(server, "ann@one.example");
        assertThat(server.get(server.url() + "/.well-known/jmap", "Authorization", basic(SignedIn.PASSWORD))
                        .statusCode())
                .isEqualTo(200);
        failUntilBanned("nobody@one.example");

        assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(200);
        assertThat(ann.post("/jmap/stream-ticket", "").statusCode()).isEqualTo(200);
        for (int i = 0; i < 4; i++) {
            assertThat(server.get(server.url() + "/.well-known/jmap", "Authorization", basic(SignedIn.PASSWORD))
                            .statusCode())
                    .as("the ban outlives the memory of the password, which is used")
                    .isEqualTo(200);
            advanced(Duration.ofMinutes(3));
        }
        assertThat(SignedIn.login(server, "ann@one.example", SignedIn.PASSWORD).statusCode())
                .isEqualTo(403);
        assertThat(session().statusCode()).isEqualTo(403);
        assertThat(server.get(server.url() + "/nowhere").statusCode()).isEqualTo(403);
        for (String path : List.of("/jmap", "/jmap/stream-ticket", "/auth/refresh", "/auth/logout")) {
            HttpResponse<String> refused =
                    server.send("POST", server.url() + path, "", "Authorization", "Bearer not-or-no-longer-a-token");
            assertThat(refused.statusCode()).as(path).isEqualTo(403);
            assertThat(SignedIn.json(refused).path("type").asText()).isEqualTo("urn:svc:problem:banned");
        }
        HttpResponse<String> refreshed = ann.post("/auth/refresh", "");
        assertThat(refreshed.statusCode()).isEqualTo(200);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void repeatedOldPasswordAndForeignPagesCauseNoBan() {
        IntStream.range(0, 2 * FAILURES).forEach(i -> SignedIn.login(server, "ann@one.example", "the old one"));
        IntStream.range(0, 2 * FAILURES)
                .forEach(i -> SignedIn.login(server, "nobody@one.example", fresh(), "Origin", "https://evil.example"));
        assertThat(SignedIn.json(server.admin("GET", "/bans", "")).path("total").asInt())
                .isZero();
        assertThat(SignedIn.login(server, "nobody@one.example", fresh(), "Origin", "https://evil.example")
                        .statusCode())
                .as("the page cannot go on")
                .isEqualTo(403);
        SignedIn.again(server, "ann@one.example");
        for (int i = 0; i < FAILURES - 1; i++) {
            SignedIn.login(server, "nobody@one.example", fresh(), "Origin", server.url());
        }
        assertThat(SignedIn.login(server, "nobody@one.example", fresh(), "Origin", server.url())
                        .statusCode())
                .isEqualTo(401);
        assertThat(session().statusCode()).as("the server's own pages count").isEqualTo(403);
    }

    /** Returns the time of the server after advancing its clock. */
    private static Instant advanced(Duration by) {
        String told =
                server.command("", "clock", "advance", by.toString(), "--json").out();
        return Instant.parse(told.replaceAll("(?s).*\"now\" *: *\"([^\"]+)\".*", "$1"));
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void banExpires() {
        failUntilBanned("nobody@one.example");
        Instant end = Instant.parse(SignedIn.json(server.admin("GET", "/bans", ""))
                .path("items")
                .get(0)
                .path("until")
                .asText());
        advanced(Duration.between(advanced(Duration.ZERO), end).minusSeconds(5));
        int refused = 0;
        Instant before = advanced(Duration.ZERO);
        while (session().statusCode() == 403) {
            // Operators see whole seconds.
            assertThat(before).as("still banned").isBefore(end.plusSeconds(1));
            refused++;
            before = advanced(Duration.ofMillis(250));
        }
        assertThat(refused).as("refused in its last seconds").isPositive();
        assertThat(advanced(Duration.ZERO)).as("let in again").isAfterOrEqualTo(end);
        assertThat(session().statusCode()).isEqualTo(401);
    }

    @Test
    @Covers({"ADM-25", "ADM-26"})
    void wrongPasswordsCauseABanThatTheOperatorLifts() {
        SignedIn ann = SignedIn.as(server, "ann@one.example");
        banAfter("null");
        for (int i = 0; i < 10; i++) {
            assertThat(SignedIn.login(server, i % 2 == 0 ? "ann@one.example" : "nobody@one.example", fresh())
                            .statusCode())
                    .isEqualTo(401);
        }
        HttpResponse<String> banned = session();
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
        banAfter(String.valueOf(FAILURES));
        assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(200);

        HttpResponse<String> trusted = server.admin("POST", "/whitelist", "{\"ip\":\"127.0.0.1/8\",\"note\":\"us\"}");
        assertThat(trusted.statusCode()).isEqualTo(201);
        assertThat(SignedIn.json(trusted).path("ip").asText()).isEqualTo("127.0.0.0/8");
        IntStream.range(0, 2 * FAILURES).forEach(i -> SignedIn.login(server, "ann@one.example", fresh()));
        assertThat(session().statusCode()).isEqualTo(401);
        assertThat(SignedIn.json(server.admin("GET", "/whitelist/127.0.0.0%2F8", ""))
                        .path("note")
                        .asText())
                .isEqualTo("us");
        assertThat(server.admin("DELETE", "/whitelist/127.0.0.0%2f8", "").statusCode())
                .isEqualTo(204);

        failUntilBanned("ann@one.example");
        assertThat(session().statusCode()).isEqualTo(403);
        assertThat(SignedIn.json(server.admin("DELETE", "/bans", ""))
                        .path("removed")
                        .asInt())
                .isOne();
        assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(200);
        assertThat(session().statusCode()).isEqualTo(401);
    }

    @Test
    @Covers("ADM-26")
    void trustedNetworksAcceptIpv4AndIpv6() {
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
        assertThat(server.command("", "whitelist", "list").out()).contains("office", "2001:db8::/32");
        assertThat(SignedIn.json(server.admin("DELETE", "/whitelist", ""))
                        .path("removed")
                        .asInt())
                .isEqualTo(2);
    }
}
