package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/** Subscribed queries over HTTP. */
final class QueryStreamIT {

    private static final Duration SHORT = Duration.ofMillis(800);
    private static final String BY_RANK = "{\"type\":\"Task\",\"sort\":[{\"property\":\"rank\"}]}";

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
    }

    private static String task(SignedIn otherUser, int rank) {
        String id = Tasks.call(
                        otherUser,
                        otherUser.accountId(),
                        "Task/set",
                        ",\"create\":{\"k\":{\"title\":\"t\",\"rank\":" + rank + "}}")
                .at("/created/k/id")
                .asText();
        assertThat(id).isNotEmpty();
        return id;
    }

    private static void rank(SignedIn otherUser, String id, int rank) {
        JsonNode set = Tasks.call(
                otherUser, otherUser.accountId(), "Task/set", ",\"update\":{\"" + id + "\":{\"rank\":" + rank + "}}");
        assertThat(set.path("updated").has(id)).as(set.toString()).isTrue();
    }

    private static void destroy(SignedIn otherUser, String id) {
        Tasks.call(otherUser, otherUser.accountId(), "Task/set", ",\"destroy\":[\"" + id + "\"]");
    }

    /** Returns whether an event about a query arrives within a short time. */
    private static boolean hears(EventClient client) {
        EventClient.@Nullable Event event = client.poll(SHORT);
        while (event != null && !event.name().equals("query")) {
            event = client.poll(SHORT);
        }
        return event != null;
    }

    @Test
    @Covers("CATCH-02")
    void windowChangesAreSent() {
        SignedIn ann = SignedIn.as(server, "ann@querystream.test");
        SignedIn otherServer = SignedIn.again(server, ann.email());
        String five = task(ann, 5);
        try (EventClient client = QueryStream.open(ann, "");
                EventClient other = QueryStream.open(otherServer, "")) {
            client.started();
            other.started();
            QueryStream shown = QueryStream.of(ann, BY_RANK, "{\"position\":0,\"limit\":2}");
            assertThat(shown.ids()).containsExactly(five);
            JsonNode first = shown.next(client);
            assertThat(first.path("@type").asText()).isEqualTo("QueryChange");
            assertThat(first.path("accountId").asText()).isEqualTo(ann.accountId());
            assertThat(first.path("added")).isEmpty();
            String three = task(otherServer, 3);
            JsonNode received = shown.next(client);
            assertThat(received.path("removed")).isEmpty();
            assertThat(received.path("added")).hasSize(1);
            assertThat(received.at("/added/0/id").asText()).isEqualTo(three);
            assertThat(received.at("/added/0/index").asInt(-1)).isZero();
            assertThat(received.path("newQueryState").asText())
                    .isEqualTo(QueryStream.call(ann, "Task/query", "")
                            .at("/1/queryState")
                            .asText());
            String four = task(ann, 4);
            shown.until(client, three, four);
            rank(ann, three, 9);
            shown.until(client, four, five);
            destroy(ann, four);
            shown.until(client, five, three);
            assertThat(hears(other)).as("another sign-in").isFalse();
            task(ann, 20);
            assertThat(hears(client)).as("beyond the window").isFalse();
            assertThat(QueryStream.call(ann, "Query/unsubscribe", ",\"subscriptionId\":\"" + shown.id() + "\"")
                            .path(0)
                            .asText())
                    .isEqualTo("Query/unsubscribe");
            task(ann, 1);
            assertThat(hears(client)).as("followed no more").isFalse();
        }
    }

    @Test
    @Covers("CATCH-02")
    void reconnectWithANewTokenSendsMissedChanges() {
        SignedIn max = SignedIn.as(server, "max@querystream.test");
        QueryStream shown = QueryStream.of(max, BY_RANK, "{\"limit\":3}");
        String last;
        try (EventClient client = QueryStream.open(max, "")) {
            shown.next(client);
            last = client.lastId();
        }
        String two = task(max, 2);
        try (EventClient again = QueryStream.open(max, "", last)) {
            assertThat(shown.next(again).path("oldQueryState").isNull()).isFalse();
            assertThat(shown.ids()).containsExactly(two);
            last = again.lastId();
        }
        JsonNode refreshed = SignedIn.json(max.post("/auth/refresh", ""));
        max = new SignedIn(
                server,
                max.email(),
                max.accountId(),
                refreshed.path("accessToken").asText());
        String one = task(max, 1);
        try (EventClient again = QueryStream.open(max, "", last)) {
            JsonNode received = shown.next(again);
            assertThat(received.path("oldQueryState").isNull()).isFalse();
            assertThat(received.path("added")).hasSize(1);
            assertThat(shown.ids()).containsExactly(one, two);
        }
        try (EventClient another = QueryStream.open(max, "")) {
            JsonNode received = shown.next(another);
            assertThat(received.path("oldQueryState").isNull())
                    .as("nobody knows what it holds")
                    .isTrue();
            assertThat(shown.ids()).containsExactly(one, two);
        }
    }

    @Test
    @Covers("CATCH-02")
    void queryUpdatesDoNotDependOnTheRequestedTypes() {
        SignedIn eve = SignedIn.as(server, "eve@querystream.test");
        try (EventClient client = QueryStream.open(eve, "?types=AppPassword")) {
            client.started();
            QueryStream shown = QueryStream.of(eve, BY_RANK, "{}");
            shown.next(client);
            String id = task(eve, 1);
            EventClient.Event event = client.next();
            assertThat(event.name()).as("no value of a task").isEqualTo("query");
            assertThat(event.json().path("added").path(0).path("id").asText()).isEqualTo(id);
            Tasks.other(eve);
            assertThat(client.next().json().path("type").asText()).isEqualTo("AppPassword");
        }
    }
}
