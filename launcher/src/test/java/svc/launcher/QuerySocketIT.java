package svc.launcher;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Messages of other bundles on a socket: subscribed queries, and an extension's own messages. */
final class QuerySocketIT {

    private static final Duration SHORT = Duration.ofMillis(800);
    private static final String BY_RANK = "{\"type\":\"Task\",\"sort\":[{\"property\":\"rank\"}]}";

    @TempDir
    private static Path directory;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        TasksBundle.in(directory.resolve("home"));
        server = SvcCommand.svc().start(directory.resolve("home")).ready();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String task(SignedIn otherUser, int rank) {
        return Tasks.call(
                        otherUser,
                        otherUser.accountId(),
                        "Task/set",
                        ",\"create\":{\"k\":{\"title\":\"t\",\"rank\":" + rank + "}}")
                .at("/created/k/id")
                .asText();
    }

    private static void enable(JmapSocket socket, String types, String pushState) {
        socket.send("{\"@type\":\"WebSocketPushEnable\",\"dataTypes\":" + types + ",\"pushState\":" + pushState + "}");
        socket.send(
                "{\"@type\":\"Request\",\"id\":\"e\",\"using\":[\"urn:ietf:params:jmap:core\"],\"methodCalls\":[[\"Core/echo\",{},\"c\"]]}");
    }

    /** Returns the next message that is not the first one after push was enabled. */
    private static JsonNode told(JmapSocket socket) {
        JsonNode message = socket.next();
        return message.path("@type").asText().equals("Response") ? socket.next() : message;
    }

    @Test
    @Covers({"CATCH-02", "WS-01"})
    void queryUpdatesAreSentOverWebSocketAndContinueByPushState() {
        SignedIn ann = SignedIn.as(server, "ann@push.example");
        SignedIn bob = SignedIn.as(server, "bob@push.example");
        QueryStream shown;
        String last;
        try (JmapSocket socket = JmapSocket.of(ann);
                JmapSocket his = JmapSocket.of(bob)) {
            enable(his, "null", "null");
            his.next();
            shown = QueryStream.of(ann, BY_RANK, "{\"limit\":2}");
            assertThat(socket.poll(SHORT)).as("nobody asked to be told").isNull();
            enable(socket, "[\"AppPassword\"]", "null");
            assertThat(shown.next(socket).path("added")).isEmpty();
            String five = task(ann, 5);
            JsonNode change = told(socket);
            assertThat(change.fieldNames())
                    .toIterable()
                    .as("no change of states of a type that nobody named")
                    .containsExactly(
                            "@type",
                            "accountId",
                            "subscriptionId",
                            "oldQueryState",
                            "newQueryState",
                            "removed",
                            "added",
                            "pushState");
            assertThat(change.at("/added/0/id").asText()).isEqualTo(five);
            last = change.path("pushState").asText();
            socket.send("{\"@type\":\"WebSocketPushDisable\"}");
            String three = task(ann, 3);
            assertThat(socket.poll(SHORT)).as("disabled").isNull();
            assertThat(his.poll(SHORT)).as("somebody else").isNull();
            enable(socket, "[\"Task\"]", "\"" + last + "\"");
            Map<String, JsonNode> both = new HashMap<>();
            for (int i = 0; i < 2; i++) {
                JsonNode message = told(socket);
                both.put(message.path("@type").asText(), message);
                last = message.path("pushState").asText();
            }
            assertThat(both).as("in any order").containsOnlyKeys("StateChange", "QueryChange");
            assertThat(requireNonNull(both.get("StateChange"))
                            .at("/changed/" + ann.accountId())
                            .has("Task"))
                    .isTrue();
            JsonNode missed = requireNonNull(both.get("QueryChange"));
            assertThat(missed.path("oldQueryState").asText())
                    .isEqualTo(change.path("newQueryState").asText());
            assertThat(missed.at("/added/0/id").asText()).isEqualTo(three);
            last = missed.path("pushState").asText();
        }
        String one = task(ann, 1);
        try (EventClient patches = QueryStream.open(ann, "", last)) {
            JsonNode carried = patches.next().json();
            while (!carried.path("@type").asText().equals("QueryChange")) {
                carried = patches.next().json();
            }
            assertThat(carried.path("oldQueryState").isNull())
                    .as("a push state may be carried to another transport")
                    .isFalse();
            assertThat(carried.path("added")).hasSize(1);
            assertThat(carried.at("/added/0/id").asText()).isEqualTo(one);
        }
    }

    @Test
    @Covers({"CATCH-02", "WS-01"})
    void restartResynchronizesTheClient() {
        SignedIn ann = SignedIn.as(server, "ann@restart.example");
        QueryStream shown;
        String last;
        try (JmapSocket socket = JmapSocket.of(ann)) {
            enable(socket, "null", "null");
            shown = QueryStream.of(ann, BY_RANK, "{}");
            last = shown.next(socket).path("pushState").asText();
        }
        assertThat(server.terminate()).isZero();
        server.close();
        server = SvcCommand.svc().start(directory.resolve("home")).ready();
        try (JmapSocket socket = JmapSocket.of(new SignedIn(server, ann.email(), ann.accountId(), ann.token()))) {
            enable(socket, "[\"AppPassword\"]", "\"" + last + "\"");
            JsonNode missing = told(socket);
            assertThat(missing.path("@type").asText()).isEqualTo("Resync");
            assertThat(missing.path("subscriptionIds")).hasToString("[\"" + shown.id() + "\"]");
            assertThat(missing.path("reason").asText()).isEqualTo("notFound");
        }
    }

    @Test
    @Covers(value = "OSGI-03", part = "what is told on sockets")
    void extensionTypesAreSentWhileTheExtensionIsInstalled() throws Exception {
        SignedIn ann = SignedIn.as(server, "ann@ticker.example");
        Path jar = TickerBundle.jar().writeTo(directory.resolve("ticker.jar"));
        try (JmapSocket socket = JmapSocket.of(ann)) {
            enable(socket, "null", "null");
            assertThat(socket.next().path("@type").asText()).isEqualTo("Response");
            assertThat(server.command("", "bundle", "install", jar.toString()).exit())
                    .isZero();
            JsonNode tick = socket.next();
            assertThat(tick.path("@type").asText()).isEqualTo("Tick");
            enable(socket, "null", "\"" + tick.path("pushState").asText() + "\"");
            assertThat(socket.next().path("@type").asText()).isEqualTo("Response");
            assertThat(socket.poll(SHORT)).as("its own word in the push state").isNull();
            assertThat(server.command("", "bundle", "remove", "org.example.ticker")
                            .exit())
                    .isZero();
            enable(socket, "null", "null");
            assertThat(socket.next().path("@type").asText()).isEqualTo("Response");
            assertThat(socket.poll(SHORT)).as("it has gone").isNull();
            task(ann, 1);
            assertThat(socket.next().path("@type").asText()).isEqualTo("StateChange");
        }
    }
}
