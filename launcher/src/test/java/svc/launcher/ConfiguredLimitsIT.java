package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Configured limits, all different: each is advertised and enforced. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ConfiguredLimitsIT {

    private static final String CORE = "urn:ietf:params:jmap:core";

    /** The keys of {@code [limits]} by the names that clients know, with values that differ from the defaults. */
    private static final Map<String, Integer> CHOSEN = new TreeMap<>(Map.of(
            "maxSizeUpload", 1_000_003,
            "maxConcurrentUpload", 5,
            "maxSizeRequest", 5_000,
            "maxConcurrentRequests", 2,
            "maxCallsInRequest", 6,
            "maxObjectsInGet", 11,
            "maxObjectsInSet", 9,
            "maxQueryLimit", 13,
            "maxChanges", 7));

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static SignedIn ada;

    @BeforeAll
    static void start() {
        TasksBundle.in(directory.resolve("home"));
        server = started(CHOSEN);
        ada = SignedIn.as(server, "ada@example.org");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RunningServer started(Map<String, Integer> limits) {
        List<String> words = new ArrayList<>();
        limits.forEach((name, value) -> words.addAll(List.of(
                "--set", "limits." + name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT) + "=" + value)));
        return SvcCommand.svc()
                .start(directory.resolve("home"), words.toArray(String[]::new))
                .ready();
    }

    private static JsonNode session(SignedIn otherUser) {
        return SignedIn.json(otherUser.get("/.well-known/jmap"));
    }

    private static String request(String calls) {
        return "{\"using\":[" + TasksBundle.USING + "],\"methodCalls\":[" + calls + "]}";
    }

    private static JsonNode call(String method, String arguments) {
        HttpResponse<String> response = ada.post(
                "/jmap",
                request("[\"" + method + "\",{\"accountId\":\"" + ada.accountId() + "\"," + arguments + "},\"c\"]"));
        return SignedIn.json(response).at("/methodResponses/0/1");
    }

    private static void refused(HttpResponse<String> response, int status, String limit) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(SignedIn.json(response).path("type").asText()).isEqualTo("urn:ietf:params:jmap:error:limit");
        assertThat(SignedIn.json(response).path("limit").asText()).isEqualTo(limit);
    }

    private static Map<String, Integer> numbers(JsonNode object) {
        Map<String, Integer> numbers = new TreeMap<>();
        object.properties().stream()
                .filter(member -> member.getValue().isIntegralNumber())
                .forEach(
                        member -> numbers.put(member.getKey(), member.getValue().asInt()));
        return numbers;
    }

    @Test
    @Covers({"CAP-01", "CAP-09"})
    void bothCapabilitiesAdvertiseTheConfiguredLimits() {
        JsonNode capabilities = session(ada).path("capabilities");
        Map<String, Integer> all = new TreeMap<>(CHOSEN);
        all.put("maxConcurrentStreams", 32);
        assertThat(numbers(capabilities
                        .path("urn:svc:params:jmap:v2:resource-limits")
                        .path("limits")))
                .isEqualTo(all);
        Map<String, Integer> core = new TreeMap<>(CHOSEN);
        core.keySet().removeAll(List.of("maxQueryLimit", "maxChanges"));
        assertThat(numbers(capabilities.path(CORE))).isEqualTo(core);
    }

    @Test
    @Covers({"LIM-03", "LIM-05"})
    void requestBytesAndCallsAreLimited() {
        String start = request("").replace("]}", "],\"x\":\"");
        String longest = start + "x".repeat(5_000 - start.length() - 2) + "\"}";
        assertThat(ada.post("/jmap", longest).statusCode()).isEqualTo(200);
        refused(ada.post("/jmap", longest + " "), 400, "maxSizeRequest");

        String calls = IntStream.range(0, 6)
                .mapToObj(i -> "[\"Core/echo\",{},\"c" + i + "\"]")
                .collect(Collectors.joining(","));
        assertThat(SignedIn.json(ada.post("/jmap", request(calls))).path("methodResponses"))
                .hasSize(6);
        refused(ada.post("/jmap", request(calls + ",[\"Core/echo\",{},\"c6\"]")), 400, "maxCallsInRequest");
    }

    @Test
    @Covers("LIM-04")
    void concurrentRequestsAreLimited() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Path> files = List.of(directory.resolve("one"), directory.resolve("two"));
            List<Future<HttpResponse<String>>> slow = new ArrayList<>();
            for (Path file : files) {
                slow.add(threads.submit(() -> ada.post(
                        "/jmap", request("[\"Task/wait\",{\"file\":\"" + file + "\",\"fail\":false},\"w\"]"))));
                server.await("waiting", () -> Files.exists(file));
            }
            refused(ada.post("/jmap", request("")), 429, "maxConcurrentRequests");
            for (Path file : files) {
                Files.delete(file);
            }
            for (Future<HttpResponse<String>> response : slow) {
                assertThat(response.get().statusCode()).isEqualTo(200);
            }
            assertThat(ada.post("/jmap", request("")).statusCode()).isEqualTo(200);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Covers({"LIM-06", "LIM-07"})
    void objectsPerCallAreLimited() {
        String state = call("Task/get", "\"ids\":[]").path("state").asText();
        assertThat(call("Task/set", creates(10)).path("type").asText()).isEqualTo("requestTooLarge");
        assertThat(call("Task/get", "\"ids\":[]").path("state").asText()).isEqualTo(state);
        assertThat(call("Task/set", creates(9)).path("created")).hasSize(9);
        assertThat(call("Task/set", creates(2)).path("created")).hasSize(2);
        assertThat(call("Task/get", "\"ids\":null").path("list")).hasSize(11);
        assertThat(call("Task/set", creates(3)).path("created")).hasSize(3);

        JsonNode ids = call("Task/query", "\"calculateTotal\":true");
        assertThat(ids.path("ids")).hasSize(13);
        assertThat(ids.path("limit").asInt()).isEqualTo(13);
        assertThat(ids.path("total").asInt()).isEqualTo(14);
        assertThat(call("Task/query", "\"limit\":13").has("limit")).isFalse();
        assertThat(call("Task/query", "\"limit\":14").path("ids")).hasSize(13);
        assertThat(call("Task/query", "\"limit\":14").path("limit").asInt()).isEqualTo(13);

        assertThat(call("Task/get", first(ids, 11)).path("list")).hasSize(11);
        assertThat(call("Task/get", first(ids, 12)).path("type").asText()).isEqualTo("requestTooLarge");
        assertThat(call("Task/get", "\"ids\":null").path("type").asText()).isEqualTo("requestTooLarge");

        for (String most : List.of("", ",\"maxChanges\":7", ",\"maxChanges\":8")) {
            JsonNode changes = call("Task/changes", "\"sinceState\":\"" + state + "\"" + most);
            assertThat(changes.path("created")).as(most).hasSize(7);
            assertThat(changes.path("hasMoreChanges").asBoolean()).isTrue();
        }
    }

    private static String creates(int count) {
        return "\"create\":{"
                + IntStream.range(0, count)
                        .mapToObj(i -> "\"k" + i + "\":{\"title\":\"t\"}")
                        .collect(Collectors.joining(","))
                + "}";
    }

    private static String first(JsonNode response, int count) {
        return "\"ids\":["
                + IntStream.range(0, count)
                        .mapToObj(i -> response.path("ids").path(i).toString())
                        .collect(Collectors.joining(","))
                + "]";
    }

    /** The last test, because it restarts the server. */
    @Test
    @Order(Integer.MAX_VALUE)
    @Covers({"SESS-10", "SESS-12"})
    void sessionStateChangesWithALimit() {
        String chosen = session(ada).path("state").asText();
        Map<String, Integer> others = new TreeMap<>(CHOSEN);
        others.merge("maxChanges", 1, Integer::sum);
        assertThat(stateWith(others)).as("Core does not advertise it").isNotEqualTo(chosen);
        assertThat(stateWith(CHOSEN))
                .as("what is as before has the state it had")
                .isEqualTo(chosen);
    }

    private static String stateWith(Map<String, Integer> limits) {
        assertThat(server.terminate()).isZero();
        server.close();
        server = started(limits);
        ada = SignedIn.again(server, "ada@example.org");
        JsonNode response = SignedIn.json(ada.post("/jmap", "{\"using\":[],\"methodCalls\":[]}"));
        String state = session(ada).path("state").asText();
        assertThat(response.path("sessionState").asText()).isEqualTo(state);
        return state;
    }
}
