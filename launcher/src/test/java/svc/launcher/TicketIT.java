package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/** Stream tickets and media tokens, with an extension that has a route of each kind and a clock that the tests move. */
final class TicketIT {

    private static final String ANN = "ann@ticket.test";

    private static RunningServer server;
    private static SignedIn ann;
    private static BlobClient blobs;

    @BeforeAll
    static void start() {
        server = SharedServer.withProofs();
        ann = SignedIn.as(server, ANN);
        blobs = BlobClient.of(ann);
    }

    private static void advance(Duration by) {
        assertThat(server.command("", "clock", "advance", by.toString()).exit()).isZero();
    }

    private static Instant now() {
        return TestClock.now(server);
    }

    private static int get(String path) {
        return server.get(server.url() + path).statusCode();
    }

    private static String ticket(SignedIn otherUser) {
        return SignedIn.json(otherUser.post("/jmap/stream-ticket", ""))
                .path("streamTicket")
                .asText();
    }

    @Test
    @Covers("TICK-01")
    void ticketRequiresATokenInTheAuthorizationHeader() {
        HttpResponse<String> response = ann.post("/jmap/stream-ticket", "");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        JsonNode members = SignedIn.json(response);
        assertThat(members.fieldNames()).toIterable().containsExactly("streamTicket", "expiresAt");
        assertThat(members.path("expiresAt").isIntegralNumber()).isTrue();
        assertThat(members.path("expiresAt").asLong() - now().getEpochSecond()).isBetween(58L, 61L);
        String url = server.url() + "/jmap/stream-ticket";
        String ticket = members.path("streamTicket").asText();
        for (String query : List.of("", "?access_token=" + ann.token(), "?stream_ticket=" + ticket)) {
            assertThat(server.send("POST", url + query, "").statusCode())
                    .as(query)
                    .isEqualTo(401);
        }
        assertThat(ann.get("/jmap/stream-ticket").statusCode()).isEqualTo(405);
    }

    @Test
    @Covers(
            value = {"TICK-02", "TICK-05", "TICK-06"},
            part = "the tickets")
    void ticketOpensOnlyStreamsForAMinute() {
        String ticket = ticket(ann);
        HttpResponse<String> stream = server.get(server.url() + "/whoami/stream?stream_ticket=" + ticket);
        assertThat(stream.statusCode()).isEqualTo(200);
        assertThat(SignedIn.json(stream)).isEqualTo(SignedIn.json(ann.get("/whoami")));
        for (String path : List.of("/whoami", "/.well-known/jmap", "/whoami/blob/" + ann.accountId() + "/b1")) {
            assertThat(get(path + "?stream_ticket=" + ticket)).as(path).isEqualTo(401);
            assertThat(get(path + "?media_token=" + ticket)).as(path).isEqualTo(401);
        }
        assertThat(server.send("POST", server.url() + "/jmap?stream_ticket=" + ticket, "{}")
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.get(server.url() + "/whoami", "Authorization", "Bearer " + ticket)
                        .statusCode())
                .isEqualTo(401);
        for (String bad : List.of(
                "",
                "garbage",
                ticket.substring(1),
                (ticket.startsWith("A") ? "B" : "A") + ticket.substring(1),
                ticket + "&stream_ticket=" + ticket)) {
            assertThat(get("/whoami/stream?stream_ticket=" + bad)).as(bad).isEqualTo(401);
        }
        assertThat(get("/whoami/stream?stream_ticket=" + ticket))
                .as("still good")
                .isEqualTo(200);
        JsonNode last = SignedIn.json(ann.post("/jmap/stream-ticket", ""));
        assertOpensUntil(
                "/whoami/stream?stream_ticket=" + last.path("streamTicket").asText(),
                last.path("expiresAt").asLong());
        assertThat(get("/whoami/stream?stream_ticket=" + ticket)).isEqualTo(401);
    }

    @Test
    @Covers(value = "TICK-08", part = "the tickets")
    void headerPrecedesTicketPrecedesToken() {
        String ticket = ticket(ann);
        String url = server.url() + "/whoami/stream";
        String token = "access_token=" + ann.token();
        assertThat(server.get(url + "?" + token).statusCode()).isEqualTo(200);
        assertThat(get("/whoami?" + token)).isEqualTo(401);
        assertThat(get("/whoami/blob/" + ann.accountId() + "/b1?" + token)).isEqualTo(401);
        assertThat(server.get(url + "?stream_ticket=x&" + token).statusCode()).isEqualTo(401);
        assertThat(server.get(url + "?" + token + "&stream_ticket=" + ticket).statusCode())
                .isEqualTo(200);
        assertThat(server.get(url + "?stream_ticket=" + ticket, "Authorization", "Bearer x")
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.get(url, "Authorization", "Bearer " + ann.token()).statusCode())
                .isEqualTo(200);
        DpopCaller bound = DpopCaller.again(server, ANN, now());
        assertThat(server.get(url + "?access_token=" + bound.in().token()).statusCode())
                .as("a bound session, and a proof is required elsewhere")
                .isEqualTo(200);
        assertThat(server.get(url, "Authorization", "Bearer " + bound.in().token())
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    @Covers(value = "TICK-02", part = "the end of the sign-in")
    void ticketEndsWithItsSignIn() {
        SignedIn other = SignedIn.again(server, ANN);
        String ticket = ticket(other);
        assertThat(get("/whoami/stream?stream_ticket=" + ticket)).isEqualTo(200);
        assertThat(other.post("/auth/logout", "").statusCode()).isEqualTo(204);
        assertThat(get("/whoami/stream?stream_ticket=" + ticket)).isEqualTo(401);
    }

    /** Returns a response without its date. */
    private static String told(HttpResponse<String> response) {
        Map<String, List<String>> fields = new TreeMap<>(response.headers().map());
        fields.keySet().removeIf(name -> name.equals("date"));
        return response.statusCode() + " " + fields + " " + response.body();
    }

    /** Asserts that a credential is valid for a path until a second, and invalid from that second on. */
    private static void assertOpensUntil(String path, long second) {
        Instant end = Instant.ofEpochSecond(second);
        advance(Duration.between(now(), end).minusSeconds(5));
        int opened = 0;
        Instant before = now();
        while (get(path) == 200) {
            assertThat(before).as("still open").isBefore(end);
            opened++;
            advance(Duration.ofMillis(250));
            before = now();
        }
        assertThat(opened).as("open in its last seconds").isPositive();
        assertThat(now()).as("not open any more").isAfterOrEqualTo(end);
        assertThat(get(path)).isEqualTo(401);
    }

    private static String blob(String accountId, String blobId) {
        return "{\"accountId\":\"" + accountId + "\",\"blobId\":\"" + blobId + "\"}";
    }

    @Test
    @Covers({"MEDIA-01", "MEDIA-02", "MEDIA-03", "MEDIA-04", "MEDIA-05", "LIM-08"})
    void mediaTokenOpensOneBlobForFiveMinutes() {
        DpopCaller bound = DpopCaller.again(server, ANN, now());
        String id = blobs.store("an image");
        HttpResponse<String> created = bound.proven("POST", "/jmap/media-token", blob(ann.accountId(), id), now());
        assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
        assertThat(created.headers().firstValue("Cache-Control")).hasValue("no-store");
        JsonNode members = SignedIn.json(created);
        assertThat(members.fieldNames()).toIterable().containsExactly("mediaToken", "expiresAt");
        assertThat(members.path("expiresAt").asLong() - now().getEpochSecond()).isBetween(298L, 301L);
        String query = "media_token=" + members.path("mediaToken").asText();
        String one = blobs.path(ann.accountId(), id, "image.png", "image/png");
        HttpResponse<String> image = server.get(server.url() + one + "&" + query);
        assertThat(image.statusCode()).isEqualTo(200);
        assertThat(image.body()).isEqualTo("an image");
        HttpResponse<String> response = server.get(server.url() + one + "&" + query, "Range", "bytes=3-");
        assertThat(response.statusCode()).isEqualTo(206);
        assertThat(response.body()).isEqualTo("image");
        String other = blobs.store("another image");
        for (String path : List.of(
                blobs.path(ann.accountId(), other, "image.png", "image/png") + "&",
                blobs.path("shared:" + ann.accountId(), id, "image.png", "image/png") + "&",
                "/whoami?",
                "/whoami/stream?",
                "/.well-known/jmap?")) {
            assertThat(get(path + query)).as(path).isEqualTo(401);
        }
        for (String path : List.of("/jmap", "/jmap/upload/" + ann.accountId())) {
            assertThat(server.send("POST", server.url() + path + "?" + query, "{}")
                            .statusCode())
                    .as(path)
                    .isEqualTo(401);
        }
        assertThat(get("/whoami/stream?stream_ticket="
                        + members.path("mediaToken").asText()))
                .isEqualTo(401);
        assertThat(server.get(
                                server.url() + one,
                                "Authorization",
                                "Bearer " + bound.in().token())
                        .statusCode())
                .as("the token without a proof")
                .isEqualTo(401);
        assertOpensUntil(one + "&" + query, members.path("expiresAt").asLong());
    }

    @Test
    @Covers("MEDIA-01")
    void mediaTokenNeedsAProofForABoundSignIn() throws IOException {
        DpopCaller bound = DpopCaller.again(server, ANN, now());
        String good = blob(ann.accountId(), blobs.store("an image"));
        AuthIT.assertProblem(bound.send("POST", "/jmap/media-token", good), 401, "invalid_dpop_proof");
        AuthIT.assertProblem(ann.post("/jmap/media-token", good), 403, "session_not_bound");
        SignedIn eve = SignedIn.as(server, "eve@example.com");
        String hers = BlobClient.of(eve).store("of eve");
        for (String body : List.of(
                blob(eve.accountId(), hers),
                blob(ann.accountId(), hers),
                blob("a", hers),
                blob(ann.accountId(), "no blob"))) {
            HttpResponse<String> none = bound.proven("POST", "/jmap/media-token", body, now());
            HttpResponse<String> nowhere = bound.proven("POST", "/no/such/path", body, now());
            assertThat(none.statusCode()).isEqualTo(404);
            assertThat(none.body()).isEqualTo("{\"type\":\"about:blank\",\"status\":404}");
            assertThat(told(none)).as(body).isEqualTo(told(nowhere));
        }
        for (String body : List.of(
                "",
                "[]",
                "{\"accountId\":\"a1\"}",
                "{\"accountId\":\"" + ann.accountId() + "\",\"blobId\":[\"b1\",\"b2\"]}",
                "{\"accountId\":\"a1\",\"blobId\":\"b1\",\"blobIds\":[]}")) {
            AuthIT.assertProblem(bound.proven("POST", "/jmap/media-token", body, now()), 400, "invalid_request");
        }
        assertThat(server.send("POST", server.url() + "/jmap/media-token", good).statusCode())
                .isEqualTo(401);
    }
}
