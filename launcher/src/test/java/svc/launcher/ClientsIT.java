package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rs.ltt.jmap.client.JmapClient;
import rs.ltt.jmap.client.JmapRequest;
import rs.ltt.jmap.client.api.MethodErrorResponseException;
import rs.ltt.jmap.client.api.UnauthorizedException;
import rs.ltt.jmap.client.event.CloseAfter;
import rs.ltt.jmap.client.session.Session;
import rs.ltt.jmap.common.Request.Invocation.ResultReference;
import rs.ltt.jmap.common.entity.Comparator;
import rs.ltt.jmap.common.entity.capability.CoreCapability;
import rs.ltt.jmap.common.entity.filter.FilterOperator;
import rs.ltt.jmap.common.method.call.core.EchoMethodCall;
import rs.ltt.jmap.common.method.error.InvalidResultReferenceMethodErrorResponse;
import rs.ltt.jmap.common.method.response.core.EchoMethodResponse;
import svc.launcher.ltt.Tasks;
import svc.launcher.ltt.Tasks.Task;

/** JMAP clients of other authors on a server with an extension. */
final class ClientsIT {

    private static RunningServer server;
    private static SignedIn ada;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
        ada = SignedIn.as(server, "ada@one.clients.test");
    }

    private static <T> T soon(Future<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    @Test
    void lttReadsTheSession() throws Exception {
        try (JmapClient client = LttAuthentication.of(ada, ada.token())) {
            Session session = soon(client.getSession());

            assertThat(session.getState()).isNotEmpty();
            assertThat(session.getApiUrl()).hasToString(server.url() + "/jmap");
            assertThat(session.getUploadUrl("a1")).hasToString(server.url() + "/jmap/upload/a1");
            assertThat(session.getDownloadUrl("a1", "b1", "a b.txt", "text/plain"))
                    .hasToString(server.url() + "/jmap/download/a1/b1/a%20b.txt?type=text%2Fplain");
            assertThat(session.getEventSourceUrl(List.of(), CloseAfter.STATE, 30L))
                    .hasToString(server.url() + "/jmap/eventsource/?types=%2A&closeafter=state&ping=30");
            assertThat(session.getPrimaryAccount(Tasks.OfAccount.class)).isEqualTo(ada.accountId());
            assertThat(session.getAccounts(Tasks.OfAccount.class)).containsOnlyKeys(ada.accountId());
            assertThat(session.getCapability(CoreCapability.class).maxObjectsInGet())
                    .isEqualTo(500);
        }
    }

    @Test
    void lttReceivesUnauthorizedForAWrongToken() throws Exception {
        try (JmapClient client = LttAuthentication.of(ada, "nonsense")) {
            assertThatThrownBy(() -> soon(client.getSession())).hasCauseInstanceOf(UnauthorizedException.class);
        }
    }

    @Test
    void lttEchoWorks() throws Exception {
        try (JmapClient client = LttAuthentication.of(ada, ada.token())) {
            assertThat(soon(client.call(new EchoMethodCall("jmap-client")))
                            .getMain(EchoMethodResponse.class)
                            .getLibraryName())
                    .isEqualTo("jmap-client");
        }
    }

    @Test
    void lttCreatesQueriesAndReadsInOneBatch() throws Exception {
        SignedIn bob = SignedIn.as(server, "bob@two.clients.test");
        try (JmapClient client = LttAuthentication.of(bob, bob.token())) {
            JmapClient.MultiCall batch = client.newMultiCall();
            JmapRequest.Call set = batch.call(new Tasks.Set(
                    bob.accountId(),
                    Map.of("a", new Task("later", 2), "b", new Task("now", 1), "c", new Task("never", 3))));
            JmapRequest.Call query = batch.call(new Tasks.Query(
                    bob.accountId(),
                    FilterOperator.or(new Tasks.Ranked(1), new Tasks.Ranked(2)),
                    new Comparator("rank", true)));
            JmapRequest.Call get =
                    batch.call(new Tasks.Get(bob.accountId(), query.createResultReference(ResultReference.Path.IDS)));
            batch.execute();

            var made = soon(set.getMethodResponses()).getMain(Tasks.SetDone.class);
            var found = soon(query.getMethodResponses()).getMain(Tasks.QueryDone.class);
            var read = soon(get.getMethodResponses()).getMain(Tasks.GetDone.class);
            assertThat(made.getUpdatedCreatedCount()).isEqualTo(3);
            assertThat(found.getTotal()).isEqualTo(2);
            assertThat(found.getIds())
                    .containsExactly(
                            Objects.requireNonNull(made.getCreated().get("b")).getId(),
                            Objects.requireNonNull(made.getCreated().get("a")).getId());
            assertThat(Arrays.stream(read.getList()).map(Task::title)).containsExactlyInAnyOrder("now", "later");
            assertThat(Arrays.stream(read.getList()).map(Task::rank)).containsOnlyNulls();
            assertThat(read.getState()).isEqualTo(made.getNewState());
        }
    }

    @Test
    void lttReceivesInvalidResultReference() throws Exception {
        try (JmapClient client = LttAuthentication.of(ada, ada.token())) {
            JmapClient.MultiCall batch = client.newMultiCall();
            JmapRequest.Call echo = batch.call(new EchoMethodCall("jmap-client"));
            JmapRequest.Call get = batch.call(new Tasks.Get(ada.accountId(), echo.createResultReference("/ids")));
            batch.execute();

            assertThatThrownBy(() -> soon(get.getMethodResponses()))
                    .cause()
                    .matches(failure -> MethodErrorResponseException.matches(
                            failure, InvalidResultReferenceMethodErrorResponse.class));
            assertThat(soon(echo.getMethodResponses()).getAdditional()).isEmpty();
        }
    }

    @Test
    void jamClientWorks() throws Exception {
        SignedIn carol = SignedIn.as(server, "carol@three.clients.test");
        JsonNode received = NodeClient.run(
                "jam.mjs",
                DroppedExtension.object()
                        .put("sessionUrl", server.url() + "/.well-known/jmap")
                        .put("bearerToken", carol.token())
                        .put("urn", TasksBundle.URN));

        assertThat(received.at("/session/username").asText()).isEqualTo("carol@three.clients.test");
        assertThat(received.path("accountId").asText()).isEqualTo(carol.accountId());
        assertThat(received.path("echo")).hasToString("{\"said\":[\"hello\",null]}");
        assertThat(received.at("/set/created")).hasSize(3);
        assertThat(received.at("/batch/query/ids"))
                .map(JsonNode::asText)
                .containsExactly(
                        received.at("/set/created/b/id").asText(),
                        received.at("/set/created/a/id").asText());
        assertThat(received.at("/batch/get/list").findValuesAsText("title")).containsExactlyInAnyOrder("now", "later");
        assertThat(received.at("/batch/again/list").findValuesAsText("rank")).containsExactlyInAnyOrder("1", "2");
        assertThat(received.path("sessionState")).isEqualTo(received.at("/session/state"));
        assertThat(received.at("/refused/type").asText()).isEqualTo("accountNotFound");
        assertThat(received.at("/foreign/type").asText()).isEqualTo("urn:ietf:params:jmap:error:unknownCapability");
    }
}
