package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The reasons that end a stream of patches, and the data that remains after it. */
final class PatchStreamEndIT {

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static int people;

    private SignedIn ann;

    @BeforeAll
    static void start() {
        TasksBundle.in(directory.resolve("home"));
        server = started();
    }

    @BeforeEach
    void signIn() {
        ann = SignedIn.as(server, "ann" + people++ + "@example.org");
    }

    private static RunningServer started() {
        return SvcCommand.svc().start(directory.resolve("home")).ready();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String task(SignedIn otherUser) {
        return Tasks.call(otherUser, otherUser.accountId(), "Task/set", ",\"create\":{\"k\":{\"title\":\"one\"}}")
                .at("/created/k/id")
                .asText();
    }

    private static EventClient begun(SignedIn otherUser, String... lastId) {
        EventClient client = QueryStream.open(otherUser, "", lastId);
        client.started();
        return client;
    }

    @Test
    @Covers("PATCH-02")
    void clientCacheSurvivesATokenRefresh() {
        String id = task(ann);
        Tasks.call(ann, ann.accountId(), "Task/get", ",\"ids\":[\"" + id + "\"]");
        HttpResponse<String> response = ann.post("/auth/refresh", "");
        assertThat(response.statusCode()).isEqualTo(200);
        SignedIn fresh = new SignedIn(
                server,
                ann.email(),
                ann.accountId(),
                SignedIn.json(response).path("accessToken").asText());
        try (EventClient client = begun(fresh)) {
            Tasks.call(fresh, fresh.accountId(), "Task/set", ",\"update\":{\"" + id + "\":{\"rank\":7}}");
            EventClient.Event event = client.next();
            assertThat(event.name()).isEqualTo("patch");
            assertThat(event.json().path("patch")).hasToString("{\"rank\":7}");
        }
    }

    @Test
    @Covers("TICK-02")
    void streamEndsOnlyWithItsOwnSignIn() {
        SignedIn device = SignedIn.again(server, ann.email());
        try (EventClient ended = begun(device);
                EventClient stays = begun(ann)) {
            assertThat(device.post("/auth/logout", "").statusCode()).isEqualTo(204);
            String id = task(ann);
            assertThat(ended.ends()).as("without a word of the change").isTrue();
            assertThat(stays.next().json().path("id").asText()).isEqualTo(id);
        }
    }

    @Test
    @Covers({"GEN-05", "CATCH-02", "PATCH-03"})
    void restartEndsStreamsAndResynchronizesQueries() {
        String last;
        QueryStream shown;
        try (EventClient client = begun(ann)) {
            shown = QueryStream.of(ann, "{\"type\":\"Task\"}", "{\"limit\":5}");
            shown.next(client);
            last = client.lastId();
            assertThat(server.terminate()).isZero();
            assertThat(client.ends()).as("as HTTP wants it").isTrue();
        }
        server.close();
        server = started();
        SignedIn again = new SignedIn(server, ann.email(), ann.accountId(), ann.token());
        String id = task(again);
        try (EventClient client = QueryStream.open(again, "", last)) {
            EventClient.Event lost = client.next();
            assertThat(lost.name()).isEqualTo("resync");
            assertThat(lost.json())
                    .hasToString("{\"@type\":\"Resync\",\"accountId\":\"" + ann.accountId()
                            + "\",\"types\":[],\"subscriptionIds\":[\"" + shown.id() + "\"],\"reason\":\"notFound\"}");
            assertThat(client.next().json().path("id").asText())
                    .as("and what changed meanwhile")
                    .isEqualTo(id);
            QueryStream anew = QueryStream.of(again, "{\"type\":\"Task\"}", "{\"limit\":5}");
            assertThat(anew.ids()).containsExactly(id);
            JsonNode received = anew.next(client);
            assertThat(received.path("added")).isEmpty();
        }
    }
}
