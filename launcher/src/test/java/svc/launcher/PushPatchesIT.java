package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/** Patches from a client: access, their content, and how the client reconnects. */
final class PushPatchesIT {

    private static final Duration SHORT = Duration.ofMillis(800);

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SharedServer.withClock();
    }

    private static String task(SignedIn otherUser, String title) {
        String id = Tasks.call(
                        otherUser,
                        otherUser.accountId(),
                        "Task/set",
                        ",\"create\":{\"k\":{\"title\":\"" + title + "\"}}")
                .at("/created/k/id")
                .asText();
        assertThat(id).isNotEmpty();
        return id;
    }

    private static void change(SignedIn otherUser, String id, String patch) {
        JsonNode set = Tasks.call(
                otherUser, otherUser.accountId(), "Task/set", ",\"update\":{\"" + id + "\":{" + patch + "}}");
        assertThat(set.path("updated").has(id)).as(set.toString()).isTrue();
    }

    private static JsonNode get(SignedIn otherUser, String id) {
        return Tasks.call(otherUser, otherUser.accountId(), "Task/get", ",\"ids\":[\"" + id + "\"]");
    }

    /** Returns the number of open patch streams of the server. */
    private static long streams() {
        return server.metric("streams{transport=\"feeds\"}");
    }

    private static String ticket(SignedIn otherUser) {
        return SignedIn.json(otherUser.post("/jmap/stream-ticket", ""))
                .path("streamTicket")
                .asText();
    }

    private static JsonNode catchup(SignedIn otherUser, String arguments) {
        String calls = "[\"Push/catchup\",{\"accountId\":\"" + otherUser.accountId() + "\"" + arguments + "},\"c\"]";
        return SignedIn.json(otherUser.post(
                        "/jmap",
                        "{\"using\":[\"urn:ietf:params:jmap:core\",\"" + QueryStream.URN + "\"],\"methodCalls\":["
                                + calls + "]}"))
                .at("/methodResponses/0");
    }

    @Test
    @Covers({"PATCH-01", "PATCH-02", "TICK-03"})
    void fetchedObjectsArePatchedAndOthersSentComplete() {
        SignedIn ann = SignedIn.as(server, "ann@push-patches.test");
        String known = task(ann, "known");
        String unknown = task(ann, "unknown");
        String state = get(ann, known).path("state").asText();
        SignedIn otherServer = SignedIn.again(server, ann.email());
        try (EventClient mine = EventClient.open(server.url() + QueryStream.PATH + "?stream_ticket=" + ticket(ann));
                EventClient other = QueryStream.open(otherServer, "")) {
            mine.started();
            other.started();
            change(otherServer, known, "\"title\":\"changed\"");
            EventClient.Event event = mine.next();
            JsonNode received = event.json();
            assertThat(event.name()).isEqualTo("patch");
            assertThat(received.path("@type").asText()).isEqualTo("Patch");
            assertThat(received.path("accountId").asText()).isEqualTo(ann.accountId());
            assertThat(received.path("type").asText()).isEqualTo("Task");
            assertThat(received.path("id").asText()).isEqualTo(known);
            assertThat(received.path("oldState").asText()).isEqualTo(state);
            assertThat(received.path("patch")).hasToString("{\"title\":\"changed\"}");
            assertThat(received.path("newState")).isEqualTo(get(ann, known).path("state"));
            JsonNode whole = other.next().json();
            assertThat(whole.path("@type").asText()).isEqualTo("Value");
            assertThat(whole.path("value")).hasToString("{\"id\":\"" + known + "\",\"title\":\"changed\",\"rank\":0}");
            change(ann, unknown, "\"rank\":3");
            assertThat(mine.next().name()).isEqualTo("value");
            change(ann, unknown, "\"rank\":4");
            assertThat(mine.next().json().path("patch")).hasToString("{\"rank\":4}");
            Tasks.call(ann, ann.accountId(), "Task/set", ",\"destroy\":[\"" + known + "\"]");
            EventClient.Event gone = mine.next();
            assertThat(gone.name()).isEqualTo("gone");
            assertThat(gone.json().path("id").asText()).isEqualTo(known);
        }
    }

    @Test
    @Covers({"TICK-03", "TICK-08"})
    void patchStreamHasTheAccessRulesOfTheEventStream() {
        SignedIn dora = SignedIn.as(server, "dora@push-patches.test");
        for (String query : List.of("?stream_ticket=" + ticket(dora), "?access_token=" + dora.token())) {
            try (EventClient client = EventClient.open(server.url() + QueryStream.PATH + query)) {
                assertThat(client.status()).isEqualTo(200);
                assertThat(client.answer().headers().firstValue("Content-Type")).hasValue("text/event-stream");
                assertThat(client.answer().headers().firstValue("Content-Encoding"))
                        .isEmpty();
            }
        }
        for (String query : List.of("", "?stream_ticket=garbage", "?access_token=garbage")) {
            try (EventClient client = EventClient.open(server.url() + QueryStream.PATH + query)) {
                assertThat(client.status()).as(query).isEqualTo(401);
            }
        }
        assertThat(dora.post(QueryStream.PATH, "").statusCode()).isEqualTo(405);
        assertThat(dora.get(QueryStream.PATH + "/").statusCode()).isEqualTo(404);
        assertThat(dora.get(QueryStream.PATH + "?types=Nothing").statusCode()).isEqualTo(400);
        assertThat(dora.get(QueryStream.PATH + "?ping=soon").statusCode()).isEqualTo(400);
        HttpResponse<String> head = dora.send("HEAD", QueryStream.PATH, "");
        assertThat(head.statusCode()).isEqualTo(200);
        try (EventClient client = QueryStream.open(dora, "?ping=1")) {
            assertThat(client.next().name()).isEqualTo("ping");
        }
    }

    @Test
    @Covers({"PATCH-01", "PUSH-03", "PUSH-06"})
    void onlyRequestedTypesOfTheOwnAccountAreSent() {
        SignedIn eve = SignedIn.as(server, "eve@push-patches.test");
        SignedIn sue = SignedIn.as(server, "sue@push-patches.test");
        SignedIn otherTenant = SignedIn.as(server, "far@elsewhere.push-patches.test");
        try (EventClient tasks = QueryStream.open(eve, "?types=Task");
                EventClient hers = QueryStream.open(sue, "");
                EventClient foreign = QueryStream.open(otherTenant, "")) {
            tasks.started();
            hers.started();
            foreign.started();
            Tasks.other(eve);
            String id = task(eve, "mine");
            assertThat(tasks.next().json().path("id").asText()).isEqualTo(id);
            assertThat(tasks.poll(SHORT)).isNull();
            assertThat(hers.poll(SHORT)).isNull();
            assertThat(foreign.poll(SHORT)).isNull();
        }
    }

    @Test
    @Covers({"PATCH-01", "PATCH-03"})
    void reconnectSendsMissedChangesOrResynchronizes() {
        SignedIn max = SignedIn.as(server, "max@push-patches.test");
        String id = task(max, "first");
        String noise = task(max, "noise");
        get(max, id);
        long open = streams();
        String last;
        try (EventClient client = QueryStream.open(max, "?types=Task")) {
            client.started();
            change(max, id, "\"rank\":1");
            assertThat(client.next().name()).isEqualTo("patch");
            last = client.lastId();
        }
        // Only a write shows that a client has disconnected, and what was written then counts as sent.
        AtomicInteger rank = new AtomicInteger();
        server.await("that the client left is known", () -> {
            change(max, noise, "\"rank\":" + rank.incrementAndGet());
            return streams() <= open;
        });
        change(max, id, "\"rank\":2");
        String more = task(max, "second");
        try (EventClient again = QueryStream.open(max, "?types=Task", last)) {
            JsonNode created = again.next().json();
            assertThat(created.path("id").asText()).isEqualTo(more);
            assertThat(created.has("value")).isTrue();
            assertThat(again.next().json().path("id").asText()).isEqualTo(noise);
            EventClient.Event patch = again.next();
            assertThat(patch.json().path("patch")).hasToString("{\"rank\":2}");
            last = patch.id();
        }
        try (EventClient again = QueryStream.open(max, "?types=Task", last)) {
            assertThat(again.poll(SHORT)).as("nothing was missed").isNull();
        }
        for (String none : List.of("garbage", last.replaceFirst("-[^-]*-", "-zz-"))) {
            try (EventClient again = QueryStream.open(max, "?types=Task", none)) {
                EventClient.Event resync = again.next();
                assertThat(resync.name()).isEqualTo("resync");
                assertThat(resync.json())
                        .hasToString("{\"@type\":\"Resync\",\"accountId\":\"" + max.accountId()
                                + "\",\"types\":[\"Task\"],\"reason\":\"cannotCalculateChanges\"}");
                task(max, "third");
                assertThat(again.next().name()).isEqualTo("value");
            }
        }
    }

    @Test
    @Covers({"CATCH-01", "CAP-02", "PATCH-03"})
    @Covers(
            value = {"LIM-09", "CHG-13"},
            open = "DAV")
    void allExpiredCursorsReportTheSame() {
        SignedIn old = SignedIn.as(server, "old@push-patches.test");
        JsonNode offered =
                SignedIn.json(old.get("/.well-known/jmap")).at("/capabilities").path(QueryStream.URN);
        assertThat(offered).hasToString("{\"maxSubscriptions\":16,\"replayWindowSeconds\":7776000}");
        task(old, "first");
        String state = Tasks.state(old, old.accountId());
        String since = catchup(old, ",\"sinceState\":null").at("/1/newState").asText();
        advance("PT2M");
        task(old, "second");
        advance("P1D");
        String later = Tasks.state(old, old.accountId());
        assertThat(catchup(old, ",\"sinceState\":\"" + since + "\"")
                        .at("/1/changes/Task/newState")
                        .asText())
                .isEqualTo(later);
        advance("P90D");
        server.await(
                "purged",
                () -> Tasks.call(
                                SignedIn.again(server, old.email()),
                                old.accountId(),
                                "Task/changes",
                                ",\"sinceState\":\"" + state + "\"")
                        .path("type")
                        .asText()
                        .equals("cannotCalculateChanges"));
        SignedIn again = SignedIn.again(server, old.email());
        JsonNode refused = catchup(again, ",\"sinceState\":\"" + since + "\"");
        assertThat(refused).hasToString("[\"error\",{\"type\":\"cannotCalculateChanges\",\"types\":[\"Task\"]},\"c\"]");
        try (EventClient client = QueryStream.open(again, "", since)) {
            assertThat(client.next().json().path("types")).hasToString("[\"Task\"]");
            assertThat(client.poll(SHORT)).as("no partial replay").isNull();
        }
    }

    private static void advance(String by) {
        assertThat(server.command("", "clock", "advance", by).exit()).isZero();
    }
}
