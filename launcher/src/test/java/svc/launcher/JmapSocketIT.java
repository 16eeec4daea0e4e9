package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** JMAP over a WebSocket (RFC 8887): requests, errors, push, and the end of the socket. */
final class JmapSocketIT {

    private static final Duration SHORT = Duration.ofMillis(800);
    private static final int MOST = 6;
    private static final String ENABLE = "{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":null}";

    @TempDir
    private static Path directory;

    @RegisterExtension
    private static final ServerOfClass SERVER = new ServerOfClass(() -> TestClock.svc()
            .start(
                    TasksBundle.in(directory.resolve("home")),
                    "--set",
                    "push.streams_per_account=" + MOST,
                    "--set",
                    "limits.max_size_request=20000")
            .ready());

    private static SignedIn ann;

    @BeforeAll
    static void signIn() {
        ann = SignedIn.as(SERVER.running(), "ann@example.org");
        Tasks.create(ann);
    }

    private static String request(String id, String method, String arguments) {
        return "{\"@type\":\"Request\"," + (id.isEmpty() ? "" : "\"id\":\"" + id + "\",") + "\"using\":["
                + TasksBundle.USING + "],\"methodCalls\":[[\"" + method + "\"," + arguments + ",\"c\"]]}";
    }

    private static String create(SignedIn who) {
        return request(
                "w", "Task/set", "{\"accountId\":\"" + who.accountId() + "\",\"create\":{\"k\":{\"title\":\"t\"}}}");
    }

    @Test
    @Covers("SESS-13")
    void sessionHasTheWebSocketUrl() {
        JsonNode session = SignedIn.json(ann.get("/.well-known/jmap"));
        assertThat(session.at("/capabilities/urn:ietf:params:jmap:websocket"))
                .hasToString("{\"supportsPush\":true,\"url\":\""
                        + SERVER.running().url().replaceFirst("^http", "ws") + "/jmap/ws\"}");
        assertThat(session.path("eventSourceUrl").asText()).isNotEmpty();
        assertThat(session.at("/accounts/" + ann.accountId() + "/accountCapabilities")
                        .has("urn:ietf:params:jmap:websocket"))
                .isFalse();
    }

    @Test
    @Covers("WS-01")
    void onlyTheAuthorizationHeaderOpensTheSocket() {
        String header = "Bearer " + ann.token();
        String ticket = SignedIn.json(ann.post("/jmap/stream-ticket", ""))
                .path("streamTicket")
                .asText();
        assertThat(JmapSocket.refused(SERVER.running(), "", "jmap", "")).isEqualTo(401);
        assertThat(JmapSocket.refused(SERVER.running(), "", "jmap", "Bearer nonsense"))
                .isEqualTo(401);
        assertThat(JmapSocket.refused(SERVER.running(), "?stream_ticket=" + ticket, "jmap", ""))
                .isEqualTo(401);
        assertThat(JmapSocket.refused(SERVER.running(), "?access_token=" + ann.token(), "jmap", ""))
                .isEqualTo(401);
        assertThat(JmapSocket.refused(SERVER.running(), "", "", header)).isEqualTo(400);
        assertThat(JmapSocket.refused(SERVER.running(), "", "soap", header)).isEqualTo(400);
        assertThat(ann.get("/jmap/ws").statusCode()).isEqualTo(426);
        try (JmapSocket socket = JmapSocket.of(ann)) {
            assertThat(socket.socket().getSubprotocol()).isEqualTo("jmap");
        }
    }

    @Test
    @Covers({"WS-01", "PUSH-07"})
    void requestsAndChangesShareTheSocket() {
        try (JmapSocket socket = JmapSocket.of(ann);
                EventClient events = EventClient.of(ann, "?types=Task")) {
            events.started();
            socket.send(request("1", "Core/echo", "{\"hello\":[true,null,\"\\u00e4\"]}"));
            JsonNode echo = socket.next();
            assertThat(echo.fieldNames())
                    .toIterable()
                    .containsExactly("@type", "requestId", "methodResponses", "sessionState");
            assertThat(echo.path("@type").asText()).isEqualTo("Response");
            assertThat(echo.path("requestId").asText()).isEqualTo("1");
            assertThat(echo.at("/methodResponses/0"))
                    .hasToString("[\"Core/echo\",{\"hello\":[true,null,\"\u00e4\"]},\"c\"]");
            socket.send(request("", "Core/echo", "{}"));
            assertThat(socket.next().has("requestId")).isFalse();

            Tasks.create(ann);
            events.next();
            assertThat(socket.poll(SHORT)).as("nobody asked to be told").isNull();
            socket.send(ENABLE);
            socket.send(request("2", "Core/echo", "{}"));
            assertThat(socket.next().path("requestId").asText()).isEqualTo("2");
            String state = Tasks.create(ann);
            JsonNode change = socket.next();
            assertThat(change.fieldNames()).toIterable().containsExactly("@type", "changed", "pushState");
            assertThat(change.path("@type").asText()).isEqualTo("StateChange");
            assertThat(change.path("changed"))
                    .hasToString("{\"" + ann.accountId() + "\":{\"Task\":\"" + state + "\"}}");
            assertThat(events.state(ann.accountId(), "Task")).as("on both").isEqualTo(state);

            socket.send("{\"@type\":\"WebSocketPushDisable\"}");
            socket.send(request("3", "Core/echo", "{}"));
            assertThat(socket.next().path("requestId").asText()).isEqualTo("3");
            state = Tasks.create(ann);
            assertThat(socket.poll(SHORT)).isNull();
            socket.send("{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":[\"Task\"],\"pushState\":\""
                    + change.path("pushState").asText() + "\"}");
            assertThat(socket.next()
                            .path("changed")
                            .path(ann.accountId())
                            .path("Task")
                            .asText())
                    .as("what was missed")
                    .isEqualTo(state);
            socket.send("{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":[\"AppPassword\"],\"pushState\":\"x\"}");
            assertThat(socket.next().path("changed").path(ann.accountId()).fieldNames())
                    .toIterable()
                    .containsExactly("AppPassword");
            Tasks.create(ann);
            assertThat(socket.poll(SHORT)).isNull();
        }
    }

    @Test
    @Covers("WS-01")
    void clientReceivesOnlyChangesOfItsAccount() {
        SignedIn bob = SignedIn.as(SERVER.running(), "bob@example.org");
        try (JmapSocket socket = JmapSocket.of(ann);
                JmapSocket his = JmapSocket.of(bob)) {
            for (JmapSocket one : List.of(socket, his)) {
                one.send(ENABLE);
                one.send(request("e", "Core/echo", "{}"));
                one.next();
            }
            his.send(create(bob));
            List<String> kinds = List.of(
                    his.next().path("@type").asText(), his.next().path("@type").asText());
            assertThat(kinds).containsExactlyInAnyOrder("Response", "StateChange");
            assertThat(socket.poll(SHORT)).isNull();
        }
    }

    @Test
    @Covers("WS-01")
    void invalidMessageIsAnsweredAndTheSocketStaysOpen() {
        try (JmapSocket socket = JmapSocket.of(ann)) {
            assertRefused(socket, "The quick brown fox", "notJSON", true);
            assertRefused(socket, "[]", "notRequest", true);
            assertRefused(socket, "{}", "notRequest", true);
            assertRefused(socket, "{\"@type\":\"Request\",\"id\":5}", "notRequest", true);
            assertRefused(socket, "{\"@type\":\"Request\",\"id\":\"r\"}", "notRequest", false);
            assertRefused(socket, "{\"@type\":\"Strange\",\"id\":\"r\"}", "notRequest", false);
            assertRefused(socket, "{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":\"Task\"}", "notRequest", true);
            assertRefused(socket, "{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":[1]}", "notRequest", true);
            assertRefused(socket, "{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":[\"No\"]}", "notRequest", true);
            assertRefused(socket, "{\"@type\":\"WebSocketPushEnable\",\"pushState\":{}}", "notRequest", true);
            assertRefused(
                    socket,
                    "{\"@type\":\"Request\",\"id\":\"r\",\"using\":[\"urn:no\"],\"methodCalls\":[]}",
                    "unknownCapability",
                    false);
            JsonNode long_ = assertRefused(socket, "{\"x\":\"" + "y".repeat(20_000) + "\"}", "limit", true);
            assertThat(long_.path("limit").asText()).isEqualTo("maxSizeRequest");
            socket.send(request("ok", "Core/echo", "{}"));
            assertThat(socket.next().path("requestId").asText()).isEqualTo("ok");
        }
    }

    private static JsonNode assertRefused(JmapSocket socket, String message, String type, boolean nameless) {
        socket.send(message);
        JsonNode response = socket.next();
        assertThat(response.path("@type").asText()).isEqualTo("RequestError");
        assertThat(response.path("type").asText()).as(message).isEqualTo("urn:ietf:params:jmap:error:" + type);
        assertThat(response.path("status").asInt()).isEqualTo(400);
        assertThat(response.path("detail").asText()).isNotEmpty();
        assertThat(response.has("requestId")).isTrue();
        assertThat(response.path("requestId").isNull()).as(message).isEqualTo(nameless);
        return response;
    }

    @Test
    @Covers("WS-01")
    void binaryAndOversizedMessagesCloseTheSocket() {
        try (JmapSocket socket = JmapSocket.of(ann)) {
            socket.sendBytes(new byte[] {1});
            assertThat(socket.closed()).isEqualTo(1003);
        }
        try (JmapSocket socket = JmapSocket.of(ann)) {
            // The longest message that gets a response, then a byte more. With more bytes after that, the connection
            // could be reset before the client reads the close frame.
            for (int length : List.of(20_000 + 1_048_576, 1)) {
                socket.socket().sendText("y".repeat(length), false).join();
            }
            assertThat(socket.closed()).isEqualTo(1009);
        }
    }

    @Test
    void socketEndsWithItsSignIn() {
        SignedIn device = SignedIn.again(SERVER.running(), ann.email());
        try (JmapSocket socket = JmapSocket.of(device);
                JmapSocket idle = JmapSocket.of(device)) {
            idle.send(ENABLE);
            assertThat(device.post("/auth/logout", "").statusCode()).isEqualTo(204);
            Tasks.create(ann);
            socket.sendUnlessClosed(request("late", "Core/echo", "{}"));
            assertThat(socket.closed()).isEqualTo(4401);
            assertThat(idle.closed()).isEqualTo(4401);
            assertThat(socket.poll(Duration.ZERO)).isNull();
            assertThat(idle.poll(Duration.ZERO)).isNull();
        }
    }

    @Test
    void socketsAndStreamsShareOneLimit() {
        SignedIn carol = SignedIn.as(SERVER.running(), "carol@example.org");
        List<JmapSocket> open = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            open.add(JmapSocket.of(carol));
        }
        assertThat(JmapSocket.refused(SERVER.running(), "", "jmap", "Bearer " + carol.token()))
                .isEqualTo(429);
        HttpResponse<String> stream = carol.get("/jmap/eventsource/");
        assertThat(stream.statusCode()).isEqualTo(429);
        open.forEach(JmapSocket::close);
        SERVER.running().await("room again", () -> {
            try (EventClient client = EventClient.of(carol, "")) {
                return client.status() == 200;
            }
        });
    }
}
