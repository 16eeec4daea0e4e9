package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The retention of the change log, on a server whose clock the test moves. */
final class ChangeLogIT {

    private static final String REFUSED = "[\"error\",{\"type\":\"cannotCalculateChanges\"},\"c\"]";

    @TempDir
    private Path directory;

    private final Map<String, SignedIn> signedIn = new HashMap<>();
    private SvcCommand svc;
    private RunningServer server;

    @BeforeEach
    void start() {
        TasksBundle.in(directory.resolve("home"));
        svc = TestClock.svc();
        server = svc.start(directory.resolve("home")).ready();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void restart() {
        server.close();
        signedIn.clear();
        server = svc.start(directory.resolve("home")).ready();
    }

    /** Tokens expire before the change log. */
    private void advance(String by) {
        signedIn.clear();
        assertThat(server.command("", "clock", "advance", by).exit()).isZero();
    }

    /** Sends one call. */
    private JsonNode call(String who, String method, String arguments) {
        SignedIn otherUser = signedIn.computeIfAbsent(who, name -> SignedIn.as(server, name + "@example.org"));
        String calls = "[\"" + method + "\",{\"accountId\":\"" + otherUser.accountId() + "\"" + arguments + "},\"c\"]";
        return SignedIn.json(otherUser.post(
                        "/jmap", "{\"using\":[" + TasksBundle.USING + "],\"methodCalls\":[" + calls + "]}"))
                .path("methodResponses")
                .path(0);
    }

    /** Creates a task; returns its id and the state after it. */
    private JsonNode made(String who, String title) {
        JsonNode response = call(who, "Task/set", ",\"create\":{\"k\":{\"title\":\"" + title + "\"}}");
        assertThat(response.at("/1/created/k/id").asText())
                .as(response.toString())
                .isNotEmpty();
        return response.path(1);
    }

    private JsonNode changes(String who, String since) {
        return call(who, "Task/changes", ",\"sinceState\":\"" + since + "\"");
    }

    private static String id(JsonNode created) {
        return created.at("/created/k/id").asText();
    }

    @Test
    @Covers({"CHG-07", "CHG-08", "CHG-09", "CHG-10", "CHG-14", "ERR-02", "LIM-09"})
    void changesCanBeCalculatedForNinetyDays() {
        String witness = made("bob", "early").path("newState").asText();
        advance("P1D");
        made("bob", "late");
        advance("P1D");
        JsonNode first = made("ada", "first");
        advance("PT2M");
        JsonNode second = made("ada", "second");
        advance("P30D");
        assertToldSince(first, second);

        advance("P59DT22H58M");
        server.await("purged", () -> changes("bob", witness).toString().equals(REFUSED));
        assertToldSince(first, second);

        advance("PT2H");
        String old = first.path("newState").asText();
        server.await("purged", () -> changes("ada", old).toString().equals(REFUSED));
        assertThat(changes("ada", old)).as("again").hasToString(REFUSED);
        restart();
        assertThat(changes("ada", old)).as("after a restart").hasToString(REFUSED);
        assertBeginsAnew(first, second);
        JsonNode quiet = made("carol", "never purged");
        assertThat(changes("carol", quiet.path("oldState").asText()).at("/1/created/0"))
                .isEqualTo(quiet.at("/created/k/id"));
    }

    private void assertToldSince(JsonNode first, JsonNode second) {
        JsonNode received = changes("ada", first.path("newState").asText()).path(1);
        assertThat(received.path("created")).hasSize(1);
        assertThat(received.at("/created/0").asText()).isEqualTo(id(second));
        assertThat(received.path("newState")).isEqualTo(second.path("newState"));
    }

    /** Asserts that a client must fetch everything and can do so, and that the state at the floor is still valid. */
    private void assertBeginsAnew(JsonNode first, JsonNode second) {
        assertThat(changes("ada", second.path("newState").asText()).at("/1/newState"))
                .isEqualTo(second.path("newState"));
        JsonNode all = call("ada", "Task/get", ",\"ids\":null").path(1);
        assertThat(all.path("list").findValuesAsText("title")).containsExactlyInAnyOrder("first", "second");
        assertThat(all.path("state")).isEqualTo(second.path("newState"));
        JsonNode query = call("ada", "Task/query", "").path(1);
        assertThat(query.path("ids")).extracting(JsonNode::asText).containsExactly(id(first), id(second));
        JsonNode third = made("ada", "third");
        JsonNode received = changes("ada", all.path("state").asText()).path(1);
        assertThat(received.at("/created/0").asText()).isEqualTo(id(third));
        assertThat(received.path("newState")).isEqualTo(third.path("newState"));
    }
}
