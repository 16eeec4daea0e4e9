package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Access to the event stream: path, credentials and limits. */
final class EventSourceAccessIT {

    private static final int MOST = 12;

    @TempDir
    private static Path directory;

    @RegisterExtension
    private static final ServerOfClass SERVER = new ServerOfClass(() -> TestClock.svc()
            .start(TasksBundle.in(directory.resolve("home")), "--set", "push.streams_per_account=" + MOST)
            .ready());

    private static SignedIn ann;

    @BeforeAll
    static void signIn() {
        ann = SignedIn.as(SERVER.running(), "ann@example.org");
    }

    private static int status(String pathAndQuery, String... headers) {
        try (EventClient client = EventClient.open(SERVER.running().url() + pathAndQuery, headers)) {
            return client.status();
        }
    }

    @Test
    @Covers({"PUSH-01", "SESS-09"})
    void streamOpensAtBothPathsWithEachCredential() {
        String header = "Bearer " + ann.token();
        for (String path : List.of("/jmap/eventsource", "/jmap/eventsource/")) {
            for (String query : List.of("?stream_ticket=" + ann.streamTicket(), "?access_token=" + ann.token())) {
                try (EventClient client = EventClient.open(SERVER.running().url() + path + query)) {
                    assertOpen(client);
                }
            }
            try (EventClient client = EventClient.open(SERVER.running().url() + path, "Authorization", header)) {
                assertOpen(client);
            }
            assertThat(status(path)).isEqualTo(401);
            assertThat(status(path + "?stream_ticket=garbage")).isEqualTo(401);
            assertThat(status(path + "?access_token=garbage")).isEqualTo(401);
        }
        assertThat(status("/jmap/eventsource/more", "Authorization", header)).isEqualTo(404);
        assertThat(ann.post("/jmap/eventsource/", "").statusCode()).isEqualTo(405);
        HttpResponse<String> head = ann.send("HEAD", "/jmap/eventsource/", "");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        String template = SignedIn.json(ann.get("/.well-known/jmap"))
                .path("eventSourceUrl")
                .asText();
        try (EventClient client = EventClient.open(
                template.replace("{types}", "*").replace("{closeafter}", "no").replace("{ping}", "0"),
                "Authorization",
                header)) {
            assertOpen(client);
        }
    }

    @Test
    @Covers(value = "TICK-03", part = "the source of events")
    void ticketOpensBothEndpoints() {
        for (String path : List.of("/jmap/eventsource", "/jmap/eventsource/")) {
            assertThat(status(path + "?stream_ticket=" + ann.streamTicket()))
                    .as(path)
                    .isEqualTo(200);
        }
    }

    private static void assertOpen(EventClient client) {
        assertThat(client.status()).isEqualTo(200);
        assertThat(client.answer().headers().firstValue("Content-Type")).hasValue("text/event-stream");
        assertThat(client.answer().headers().firstValue("Cache-Control").orElse(""))
                .contains("no-store");
        assertThat(client.answer().headers().firstValue("X-Accel-Buffering")).hasValue("no");
        assertThat(client.answer().headers().firstValue("Content-Encoding")).isEmpty();
    }

    @Test
    @Covers({"TICK-04", "TICK-06", "TICK-02"})
    void expiredTicketEndsNoStream() {
        String ticket = ann.streamTicket();
        try (EventClient client =
                EventClient.open(SERVER.running().url() + "/jmap/eventsource/?stream_ticket=" + ticket)) {
            client.started();
            assertThat(SERVER.running().command("", "clock", "advance", "PT2M").exit())
                    .isZero();
            String state = Tasks.create(ann);
            assertThat(client.state(ann.accountId(), "Task")).isEqualTo(state);
            assertThat(status("/jmap/eventsource/?stream_ticket=" + ticket)).isEqualTo(401);
        }
    }

    @Test
    @Covers(value = "PUSH-08", part = "paths that a client might guess")
    void unknownFeedIsNotFound() {
        for (String path : List.of(
                "/events",
                "/jmap/events",
                "/jmap/event",
                "/jmap/stream",
                "/jmap/streams",
                "/jmap/sse",
                "/jmap/push",
                "/jmap/poll",
                "/jmap/changes",
                "/jmap/eventsource/all",
                "/jmap/ws/",
                "/ws",
                "/push",
                "/sse")) {
            assertThat(status(path, "Authorization", "Bearer " + ann.token()))
                    .as(path)
                    .isEqualTo(404);
        }
    }

    @Test
    void streamsPerAccountAreLimited() {
        SignedIn dan = SignedIn.as(SERVER.running(), "dan@example.org");
        List<EventClient> open = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            open.add(EventClient.of(dan, ""));
            assertThat(open.get(i).status()).isEqualTo(200);
        }
        HttpResponse<String> refused = dan.get("/jmap/eventsource/");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(SignedIn.json(refused).path("type").asText()).isEqualTo("urn:ietf:params:jmap:error:limit");
        assertThat(SignedIn.json(refused).path("limit").asText()).isEqualTo("maxConcurrentStreams");
        try (EventClient others = EventClient.of(ann, "")) {
            assertThat(others.status()).as("somebody else").isEqualTo(200);
        }
        open.get(0).close();
        SERVER.running().await("room again", () -> {
            try (EventClient again = EventClient.of(dan, "")) {
                return again.status() == 200;
            }
        });
        open.forEach(EventClient::close);
    }
}
