package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rs.ltt.jmap.client.JmapClient;
import rs.ltt.jmap.client.event.EventSourcePushService;
import rs.ltt.jmap.client.event.PushService;
import rs.ltt.jmap.client.event.State;
import rs.ltt.jmap.client.event.WebSocketPushService;
import rs.ltt.jmap.common.entity.StateChange;
import rs.ltt.jmap.common.method.call.core.EchoMethodCall;
import rs.ltt.jmap.common.method.response.core.EchoMethodResponse;
import svc.launcher.ltt.Tasks.Task;
import svc.testkit.Covers;

/** JMAP clients of other authors receive changes, each in its own way. */
final class PushClientsIT {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
    }

    private static <T> T soon(Future<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    @Test
    @Covers("PUSH-07")
    void lttReceivesChangesOverEventSource() throws Exception {
        SignedIn ada = SignedIn.as(server, "ada@one.pushclients.test");
        try (JmapClient client = LttAuthentication.of(ada, ada.token())) {
            assertHears(client, ada, EventSourcePushService.class);
        }
    }

    @Test
    @Covers({"PUSH-07", "WS-01"})
    void lttReceivesChangesAndEchoOverWebSocket() throws Exception {
        SignedIn bob = SignedIn.as(server, "bob@two.pushclients.test");
        try (JmapClient client = LttAuthentication.of(bob, bob.token())) {
            client.setUseWebSocket(true);
            assertHears(client, bob, WebSocketPushService.class);
            assertThat(soon(client.call(new EchoMethodCall("over a socket")))
                            .getMain(EchoMethodResponse.class)
                            .getLibraryName())
                    .isEqualTo("over a socket");
        }
    }

    private static void assertHears(JmapClient client, SignedIn otherUser, Class<? extends PushService> way)
            throws Exception {
        List<StateChange> events = new CopyOnWriteArrayList<>();
        PushService service = soon(client.monitorEvents(events::add));
        assertThat(service).isInstanceOf(way);
        server.await("connected", () -> service.getConnectionState() == State.CONNECTED);
        // It reports the connection before it has enabled push: earlier changes are not sent.
        List<Map<String, Map<Class<Task>, String>>> changes = new ArrayList<>();
        server.await("told", () -> {
            changes.add(Map.of(otherUser.accountId(), Map.of(Task.class, Tasks.create(otherUser))));
            return events.stream().map(StateChange::getChanged).anyMatch(changes::contains);
        });
    }

    @Test
    @Covers({"PUSH-01", "PUSH-07", "TICK-11", "WS-01", "SESS-13"})
    void javaScriptClientsReceiveChanges() throws Exception {
        SignedIn carol = SignedIn.as(server, "carol@three.pushclients.test");
        JsonNode received = NodeClient.run(
                "push.mjs",
                DroppedExtension.object()
                        .put("url", server.url())
                        .put("bearerToken", carol.token())
                        .put("urn", TasksBundle.URN));
        for (String direction : List.of("jam", "ticket")) {
            JsonNode heard = received.path(direction);
            assertThat(heard.at("/data/changed").path(carol.accountId()).path("Task"))
                    .as(direction)
                    .isEqualTo(heard.path("state"));
            assertThat(heard.path("lastEventId").asText()).as(direction).isNotEmpty();
        }
        assertThat(received.path("messages").findValuesAsText("@type"))
                .containsExactlyInAnyOrder("Response", "StateChange");
        assertThat(received.path("messages")
                        .findPath("changed")
                        .path(carol.accountId())
                        .path("Task")
                        .asText())
                .isEqualTo(received.path("messages").findPath("newState").asText())
                .isEqualTo(Tasks.state(carol, carol.accountId()));
        assertThat(received.path("compressed").asText()).isEqualTo("permessage-deflate");
    }
}
