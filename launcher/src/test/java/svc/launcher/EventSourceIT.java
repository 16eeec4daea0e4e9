package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

/** The event stream from a client: its parameters, its events, and what it does not contain. */
final class EventSourceIT {

    private static final Duration SHORT = Duration.ofMillis(800);

    private static RunningServer server;
    private static SignedIn ann;

    @BeforeAll
    static void signIn() {
        server = SharedServer.withClock();
        ann = SignedIn.as(server, "ann@event-source.test");
        Tasks.create(ann);
        Tasks.other(ann);
    }

    private static void advance(Duration by) {
        assertThat(server.command("", "clock", "advance", by.toString()).exit()).isZero();
    }

    @Test
    @Covers({"GEN-05", "PUSH-02"})
    void stateChangeHasTheStateOfGet() {
        String before = Tasks.state(ann, ann.accountId());
        try (EventClient client = EventClient.of(ann, "?types=*&closeafter=no&ping=0")) {
            SignedIn other = SignedIn.again(server, ann.email());
            long start = System.nanoTime();
            String state = Tasks.create(other);
            EventClient.Event event = client.next();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
            assertThat(event.name()).isEqualTo("state");
            assertThat(event.id()).isNotEmpty();
            assertThat(event.data())
                    .isEqualTo("{\"@type\":\"StateChange\",\"changed\":{\"" + ann.accountId() + "\":{\"Task\":\""
                            + state + "\"}}}");
            assertThat(Tasks.state(ann, ann.accountId())).isEqualTo(state);
            JsonNode changes = Tasks.call(ann, ann.accountId(), "Task/changes", ",\"sinceState\":\"" + before + "\"");
            assertThat(changes.path("created")).isNotEmpty();
            assertThat(client.poll(SHORT)).isNull();
        }
    }

    @Test
    @Covers({"GEN-05", "PUSH-02"})
    void missedChangesAreSentOnReconnect() {
        String id;
        try (EventClient client = EventClient.of(ann, "")) {
            Tasks.create(ann);
            id = client.next().id();
        }
        try (EventClient again = EventClient.of(ann, "", "Last-Event-ID", id)) {
            assertThat(again.poll(SHORT)).as("nothing was missed").isNull();
            assertThat(again.lastId()).isEqualTo(id);
        }
        String state = Tasks.create(ann);
        String other = Tasks.other(ann);
        try (EventClient again = EventClient.of(ann, "", "Last-Event-ID", id)) {
            JsonNode changed = again.next().json().path("changed").path(ann.accountId());
            assertThat(changed.path("Task").asText()).isEqualTo(state);
            assertThat(changed.path("AppPassword").asText()).isEqualTo(other);
        }
        try (EventClient again = EventClient.of(ann, "?types=AppPassword", "Last-Event-ID", id)) {
            assertThat(again.next().json().path("changed").path(ann.accountId()))
                    .hasToString("{\"AppPassword\":\"" + other + "\"}");
        }
    }

    @Test
    @Covers("PUSH-02")
    void streamWithoutEventsHasALastEventId() {
        String id;
        try (EventClient client = EventClient.of(ann, "")) {
            id = client.started();
        }
        String state = Tasks.create(ann);
        try (EventClient again = EventClient.of(ann, "", "Last-Event-ID", id)) {
            assertThat(again.state(ann.accountId(), "Task")).isEqualTo(state);
        }
    }

    @Test
    void invalidLastEventIdReturnsTheCurrentState() {
        String state = Tasks.state(ann, ann.accountId());
        SignedIn bob = SignedIn.as(server, "bob@event-source.test");
        String his;
        try (EventClient client = EventClient.of(bob, "")) {
            his = client.started();
        }
        List<String> ids = new ArrayList<>(List.of("garbage", "p", "p1-1", "p1-1-1-zzzzzzzzzzzzz", "p-1-1-1", his));
        ids.add("p1-1-1-" + "1".repeat(4_000));
        ids.add(his.replaceFirst("-[^-]*-[^-]*$", "-zzzzzz-1"));
        for (String id : ids) {
            try (EventClient client = EventClient.of(ann, "?types=Task", "Last-Event-ID", id)) {
                assertThat(client.state(ann.accountId(), "Task")).as(id).isEqualTo(state);
            }
        }
    }

    @Test
    @Covers("PUSH-03")
    void onlyTheRequestedTypesAreSent() {
        try (EventClient tasks = EventClient.of(ann, "?types=Task,Unknown");
                EventClient both = EventClient.of(ann, "?types=Task%2CAppPassword");
                EventClient all = EventClient.of(ann, "?types=%2A");
                EventClient none = EventClient.of(ann, "?types=")) {
            String other = Tasks.other(ann);
            for (EventClient client : List.of(both, all, none)) {
                assertThat(client.state(ann.accountId(), "AppPassword")).isEqualTo(other);
            }
            String state = Tasks.create(ann);
            assertThat(tasks.next().json().path("changed").path(ann.accountId()))
                    .hasToString("{\"Task\":\"" + state + "\"}");
            assertThat(both.state(ann.accountId(), "Task")).isEqualTo(state);
        }
        for (String types : List.of("Unknown", "Unknown,Other", ",", "task", "Task%20")) {
            assertBad("?types=" + types);
        }
    }

    @Test
    @Covers("PUSH-04")
    void closeAfterStateEndsTheStream() {
        try (EventClient once = EventClient.of(ann, "?closeafter=state&ping=300");
                EventClient stays = EventClient.of(ann, "?closeafter=no")) {
            String state = Tasks.create(ann);
            assertThat(once.state(ann.accountId(), "Task")).isEqualTo(state);
            assertThat(once.ends()).isTrue();
            assertThat(stays.state(ann.accountId(), "Task")).isEqualTo(state);
            state = Tasks.create(ann);
            assertThat(stays.state(ann.accountId(), "Task")).isEqualTo(state);
            try (EventClient late = EventClient.of(ann, "?closeafter=state", "Last-Event-ID", "garbage")) {
                assertThat(late.state(ann.accountId(), "Task")).isEqualTo(state);
                assertThat(late.ends()).isTrue();
            }
        }
        for (String value : List.of("yes", "State", "state,no", "0")) {
            assertBad("?closeafter=" + value);
        }
    }

    private static void assertBad(String query) {
        HttpResponse<String> response = ann.get("/jmap/eventsource/" + query);
        assertThat(response.statusCode()).as(query).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).contains("application/problem+json");
        assertThat(SignedIn.json(response).path("detail").asText()).isNotEmpty();
    }

    @Test
    @Covers("PUSH-05")
    void pingIsSentWhenIdle() {
        try (EventClient client = EventClient.of(ann, "?ping=1")) {
            String id = client.started();
            long start = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                EventClient.Event ping = client.next();
                assertThat(ping).isEqualTo(new EventClient.Event("ping", id, "{\"interval\":1}"));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1_900));
        }
        try (EventClient longest = EventClient.of(ann, "?ping=99999999999999999999");
                EventClient none = EventClient.of(ann, "?ping=0")) {
            longest.started();
            none.started();
            advance(Duration.ofSeconds(890));
            assertThat(longest.poll(SHORT)).isNull();
            advance(Duration.ofSeconds(10));
            assertThat(longest.next().data()).isEqualTo("{\"interval\":900}");
            assertThat(none.poll(SHORT)).isNull();
        }
        for (String value : List.of("-1", "five", "5.5", "1e3", "%205", "0x10", "%D9%A5")) {
            assertBad("?ping=" + value);
        }
    }

    @Test
    @Covers({"TICK-10", "TICK-02"})
    void streamHasNoChangesOfOtherAccounts() {
        SignedIn carol = SignedIn.as(server, "carol@event-source.test");
        SignedIn zoe = SignedIn.as(server, "zoe@elsewhere.event-source.test");
        try (EventClient client =
                        EventClient.open(server.url() + "/jmap/eventsource/?stream_ticket=" + ann.streamTicket());
                EventClient hers = EventClient.of(zoe, "")) {
            client.started();
            hers.started();
            for (SignedIn other : List.of(carol, zoe)) {
                Tasks.create(other);
                Tasks.other(other);
            }
            String state = Tasks.create(ann);
            assertThat(client.next().json().path("changed"))
                    .as("its first event")
                    .hasToString("{\"" + ann.accountId() + "\":{\"Task\":\"" + state + "\"}}");
            assertThat(hers.next().json().path("changed").fieldNames())
                    .toIterable()
                    .containsExactly(zoe.accountId());
        }
    }

    @Test
    void changesAreCoalescedAndTheLastEventIsCurrent() {
        try (EventClient client = EventClient.of(ann, "")) {
            client.started();
            String state = "";
            for (int i = 0; i < 40; i++) {
                state = Tasks.create(ann);
            }
            int events = 1;
            String last = client.state(ann.accountId(), "Task");
            while (!last.equals(state)) {
                last = client.state(ann.accountId(), "Task");
                events++;
            }
            assertThat(events).isLessThan(40);
            assertThat(client.poll(SHORT)).isNull();
        }
    }
}
