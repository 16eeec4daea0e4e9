package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/** The exchange and the end of tokens, on a server with a clock that the tests move. */
final class RefreshIT {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SharedServer.withClock();
        SignedIn.as(server, "ann@refresh.test");
    }

    private static SignedIn ann() {
        return SignedIn.again(server, "ann@refresh.test");
    }

    private static SignedIn refreshed(SignedIn otherUser) {
        HttpResponse<String> response = otherUser.post("/auth/refresh", "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new SignedIn(
                server,
                otherUser.email(),
                SignedIn.json(response).path("accountId").asText(),
                SignedIn.json(response).path("accessToken").asText());
    }

    private static int status(SignedIn otherUser) {
        return otherUser.get("/whoami").statusCode();
    }

    private static String device(SignedIn otherUser) {
        return SignedIn.json(otherUser.get("/whoami")).path("device").asText();
    }

    private static void advance(String by) {
        assertThat(server.command("", "clock", "advance", by).exit()).isZero();
    }

    @Test
    @Covers({"AUTH-04", "AUTH-07"})
    void refreshReturnsATokenOfTheSameSignIn() {
        SignedIn old = ann();
        String device = device(old);
        advance("PT23H");
        HttpResponse<String> response = old.post("/auth/refresh", "");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(SignedIn.json(response).fieldNames()).toIterable().containsExactly("accessToken", "accountId");
        assertThat(SignedIn.json(response).path("accountId").asText()).isEqualTo(old.accountId());
        SignedIn fresh = new SignedIn(
                server,
                old.email(),
                old.accountId(),
                SignedIn.json(response).path("accessToken").asText());
        assertThat(status(old)).isEqualTo(401);
        assertThat(old.get("/.well-known/jmap").statusCode()).isEqualTo(401);
        assertThat(old.post("/auth/refresh", "").statusCode()).isEqualTo(401);
        assertThat(device(fresh)).isEqualTo(device);
        advance("PT23H59M");
        assertThat(status(fresh)).isEqualTo(200);
        advance("PT1M");
        assertThat(status(fresh)).isEqualTo(401);
    }

    @Test
    @Covers({"AUTH-05", "AUTH-06", "LIM-08"})
    void expiredTokenCanBeRefreshedForAWeek() {
        SignedIn early = ann();
        SignedIn late = ann();
        advance("P7DT23H59M30S");
        assertThat(status(early)).isEqualTo(401);
        assertThat(status(refreshed(early))).isEqualTo(200);
        advance("PT30S");
        HttpResponse<String> refused = late.post("/auth/refresh", "");
        AuthIT.assertProblem(refused, 401, "invalid_token");
        assertThat(late.post("/auth/refresh", "").statusCode()).isEqualTo(401);
        assertThat(status(late)).isEqualTo(401);
    }

    @Test
    @Covers(value = "AUTH-04", part = "two at once")
    void concurrentRefreshSucceedsOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 10; round++) {
                SignedIn old = ann();
                List<Future<Integer>> both = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    both.add(threads.submit(() -> old.post("/auth/refresh", "").statusCode()));
                }
                List<Integer> statuses = new ArrayList<>();
                for (Future<Integer> one : both) {
                    statuses.add(one.get());
                }
                assertThat(statuses).containsOnly(200, 401).containsOnlyOnce(200);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Covers(value = "AUTH-12", part = "reuse of a token, and app passwords, on a running server")
    void stolenTokenExpiresSoon() {
        SignedIn ann = ann();
        SignedIn next = refreshed(ann);
        advance("PT6M");
        String create =
                "{\"using\":[\"urn:ietf:params:jmap:core\",\"urn:svc:params:jmap:v2:apppasswords\"],\"methodCalls\":"
                        + "[[\"AppPassword/set\",{\"accountId\":\"" + ann.accountId()
                        + "\",\"create\":{\"a\":{\"name\":\"x\"}}},\"0\"]]}";
        JsonNode refused = SignedIn.json(next.post("/jmap", create)).at("/methodResponses/0/1/notCreated/a");
        assertThat(refused.path("type").asText()).isEqualTo("forbidden");
        assertThat(refused.path("description").asText()).contains("Sign in again (POST /auth/login)");
        assertThat(SignedIn.json(ann().post("/jmap", create))
                        .at("/methodResponses/0/1/created/a/secret")
                        .asText())
                .isNotEmpty();
        assertThat(ann.post("/auth/refresh", "").statusCode()).isEqualTo(401);
        assertThat(status(next)).as("the sign-in has ended").isEqualTo(401);
    }

    @Test
    @Covers("AUTH-08")
    void tokenIsAcceptedOnlyInTheAuthorizationHeader() {
        SignedIn ann = ann();
        String url = server.url() + "/auth/refresh";
        HttpResponse<String> body = server.send("POST", url, "{\"accessToken\":\"" + ann.token() + "\"}");
        AuthIT.assertProblem(body, 401, "invalid_token");
        assertThat(server.send("POST", url + "?access_token=" + ann.token(), "").statusCode())
                .isEqualTo(401);
        for (String field : List.of("Bearer garbage", "Bearer " + ann.token() + "x", "Basic YTpi", ann.token(), "")) {
            assertThat(server.send("POST", url, "", "Authorization", field).statusCode())
                    .as(field)
                    .isEqualTo(401);
        }
        assertThat(server.get(url, "Authorization", "Bearer " + ann.token()).statusCode())
                .isEqualTo(405);
        assertThat(status(ann)).isEqualTo(200);
        assertThat(server.send("POST", url, "", "Authorization", "dpop " + ann.token())
                        .statusCode())
                .as("a token may come under either name")
                .isEqualTo(200);
    }

    @Test
    void signOutEndsOnlyThatDeviceAtOnce() {
        SignedIn here = refreshed(ann());
        SignedIn there = ann();
        assertThat(status(here)).isEqualTo(200);
        HttpResponse<String> out = here.post("/auth/logout", "");
        assertThat(out.statusCode()).isEqualTo(204);
        assertThat(out.headers().allValues("DPoP-Nonce")).hasSize(1);
        assertThat(status(here)).isEqualTo(401);
        assertThat(here.post("/auth/refresh", "").statusCode()).isEqualTo(401);
        assertThat(here.post("/auth/logout", "").statusCode()).isEqualTo(401);
        assertThat(status(there)).isEqualTo(200);
    }

    @Test
    @Covers(value = "DPOP-04", part = "all but 429")
    void everyResponseHasOneNonce() {
        SignedIn ann = ann();
        List<HttpResponse<String>> answers = List.of(
                SignedIn.login(server, "ann@refresh.test", SignedIn.PASSWORD),
                SignedIn.login(server, "ann@refresh.test", "wrong horse battery"),
                server.send("POST", server.url() + "/auth/login", "email=ann", "Content-Type", "application/json"),
                server.send("POST", server.url() + "/auth/refresh", ""),
                ann.post("/auth/refresh", ""),
                ann.post("/auth/refresh", ""),
                ann.post("/auth/logout", ""));
        assertThat(answers).extracting(HttpResponse::statusCode).containsExactly(200, 401, 400, 401, 200, 401, 401);
        assertThat(answers)
                .allSatisfy(response ->
                        assertThat(response.headers().allValues("DPoP-Nonce")).hasSize(1));
    }

    @Test
    @Covers("DPOP-04")
    void errorResponsesHaveANonceToo() throws Exception {
        for (String path : List.of("/auth/login", "/auth/refresh", "/auth/logout")) {
            for (String method : List.of("GET", "HEAD", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "OPTIONS")) {
                HttpResponse<String> response = server.send(method, server.url() + path, "");
                assertThat(response.statusCode()).as(method).isEqualTo(method.equals("OPTIONS") ? 204 : 405);
                assertThat(response.headers().firstValue("Allow")).as(method).hasValue("OPTIONS, POST");
                assertThat(response.headers().allValues("DPoP-Nonce"))
                        .as(method)
                        .hasSize(1);
            }
            HttpResponse<String> tooLong =
                    server.send("POST", server.url() + path, "x".repeat(8193), "Content-Type", "application/json");
            assertThat(tooLong.statusCode()).isEqualTo(413);
            AuthIT.assertProblem(tooLong, 413, "invalid_request");
            assertThat(tooLong.headers().allValues("DPoP-Nonce")).hasSize(1);
        }
        HttpRequest chunked = HttpRequest.newBuilder(URI.create(server.url() + "/auth/login"))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[9000])))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(chunked, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.headers().allValues("DPoP-Nonce")).hasSize(1);
    }
}
