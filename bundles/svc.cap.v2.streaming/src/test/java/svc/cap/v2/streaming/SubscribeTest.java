package svc.cap.v2.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.api.jmap.Capability;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.ObjectType;
import svc.api.store.Changes;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.InMemoryDirectory;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;
import svc.testkit.engine.Response;

/** The results and errors of Query/subscribe and Query/unsubscribe, and the reasons that end a subscription. */
final class SubscribeTest {

    private static final String OTHER = "urn:test:leaves";

    private final AdvanceableClock clock = new AdvanceableClock();

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer();

    private final InMemoryDirectory directory = new InMemoryDirectory();
    private final QuerySubscriptionRegistry subscribers = new QuerySubscriptionRegistry(directory, clock);
    private final QueryWindows.Dependencies dependencies =
            new QueryWindows.Dependencies(subscribers, new QueryWatch(engine.queries(), clock, Runnable::run));
    private final Client ann = engine.account("one", "ann");

    SubscribeTest() {
        engine.register(new Note.Notes());
        engine.register(new StreamingCapability());
        engine.register(new QuerySubscribe(engine.queries(), subscribers, engine.limits(), engine.json()));
        engine.register(new QueryUnsubscribe(subscribers));
    }

    @AfterEach
    void stop() {
        clock.stop();
    }

    /** A type whose query changes cannot be computed. */
    record Leaf(@Filterable String color) {

        static final class Leaves implements ObjectType<Leaf>, Capability {

            @Override
            public String urn() {
                return OTHER;
            }

            @Override
            public String capability() {
                return OTHER;
            }

            @Override
            public Class<Leaf> recordType() {
                return Leaf.class;
            }

            @Override
            public Set<StandardMethod> methods() {
                return EnumSet.of(StandardMethod.GET, StandardMethod.SET, StandardMethod.QUERY);
            }
        }
    }

    private Caller caller() {
        return new Caller(ann.account(), "test", Caller.CredentialKind.SESSION, "127.0.0.1");
    }

    private Response subscribe(Map<String, ?> query) {
        return ann.call("Query/subscribe", Map.of("query", query));
    }

    private QueryStreamClient viewer() {
        return new QueryStreamClient(ann, caller(), dependencies);
    }

    private static void settle(QueryStreamClient viewer) {
        viewer.changed();
        boolean more = true;
        while (more) {
            more = viewer.write() || viewer.read();
        }
        assertThat(viewer.wrong()).isEmpty();
    }

    @Test
    @Covers("CATCH-02")
    void responseEqualsAQueryResponse() {
        String first = ann.create("Note", Map.of("title", "a", "rank", 2));
        String second = ann.create("Note", Map.of("title", "b", "rank", 1));
        Response answer = ann.call(
                        "Query/subscribe",
                        Map.of(
                                "query",
                                Map.of("type", "Note", "sort", List.of(Map.of("property", "rank"))),
                                "window",
                                Map.of("position", 1, "limit", 5)))
                .done();
        Response query = ann.call("Note/query", Map.of()).done();
        assertThat(answer.texts("ids")).containsExactly(first);
        assertThat(answer.text("queryState")).isEqualTo(query.text("queryState"));
        assertThat(answer.text("subscriptionId")).matches("[A-Za-z0-9_-]+");
        assertThat(subscribe(Map.of("type", "Note")).done().texts("ids")).containsExactly(first, second);
        assertThat(subscribe(Map.of("type", "Note")).arguments()).containsEntry("limit", QuerySubscribe.MOST_IDS);
    }

    @Test
    @Covers("CATCH-02")
    void rejectsUnsupportedQueries() {
        assertThat(subscribe(Map.of("type", "Nothing")).error()).isEqualTo("invalidArguments");
        assertThat(subscribe(Map.of()).error()).isEqualTo("invalidArguments");
        assertThat(subscribe(Map.of("type", "Note", "colour", "red")).error()).isEqualTo("invalidArguments");
        assertThat(subscribe(Map.of("type", "Note", "collapseThreads", true)).error())
                .as("as Note/query says")
                .isEqualTo("invalidArguments");
        assertThat(subscribe(Map.of("type", "Note", "filter", Map.of("colour", "red")))
                        .error())
                .isEqualTo("unsupportedFilter");
        assertThat(subscribe(Map.of("type", "Note", "filter", Map.of("title", "x".repeat(9_000))))
                        .error())
                .isEqualTo("unsupportedFilter");
        assertThat(ann.call(
                                "Query/subscribe",
                                Map.of("query", Map.of("type", "Note"), "window", Map.of("position", -1)))
                        .error())
                .isEqualTo("invalidArguments");
        assertThat(ann.using("urn:ietf:params:jmap:core", StreamingCapability.URN)
                        .call("Query/subscribe", Map.of("query", Map.of("type", "Note")))
                        .error())
                .as("the type's capability is not used")
                .isEqualTo("unknownCapability");
        assertThat(ann.using("urn:ietf:params:jmap:core", Note.URN)
                        .call("Query/subscribe", Map.of("query", Map.of("type", "Note")))
                        .error())
                .isEqualTo("unknownCapability");
        Client bob = engine.account("one", "bob");
        assertThat(ann.call("Query/subscribe", Map.of("accountId", bob.accountId(), "query", Map.of("type", "Note")))
                        .error())
                .isEqualTo("accountNotFound");
        assertThat(subscribers.of(caller()).all()).isEmpty();
    }

    @Test
    @Covers("CATCH-02")
    void signInHasAtMostSixteenSubscriptions() {
        String last = "";
        for (int i = 0; i < SignInSubscriptions.MOST; i++) {
            last = subscribe(Map.of("type", "Note")).done().text("subscriptionId");
        }
        assertThat(subscribe(Map.of("type", "Note")).arguments())
                .containsEntry("type", "overQuota")
                .containsEntry("limit", "maxSubscriptions");
        ann.call("Query/unsubscribe", Map.of("subscriptionId", last)).done();
        assertThat(ann.call("Query/unsubscribe", Map.of("subscriptionId", last)).error())
                .isEqualTo("notFound");
        assertThat(ann.call("Query/unsubscribe", Map.of("subscriptionId", "q0-1"))
                        .error())
                .isEqualTo("notFound");
        subscribe(Map.of("type", "Note")).done();
        QueryStreamClient viewer = viewer();
        settle(viewer);
        assertThat(viewer.completeObjects + viewer.deltas)
                .as("none of them is its own")
                .isZero();
        viewer.close();
    }

    @Test
    @Covers("CATCH-02")
    void typeWithoutQueryChangesCanBeSubscribed() {
        engine.register(new Leaf.Leaves());
        QueryStreamClient viewer = viewer();
        String followed = viewer.subscribe(Map.of("type", "Leaf", "filter", Map.of("color", "red")), 0, 5);
        String red = ann.create("Leaf", Map.of("color", "red"));
        ann.create("Leaf", Map.of("color", "green"));
        settle(viewer);
        assertThat(viewer.ids(followed)).containsExactly(red);
        assertThat(viewer.completeObjects).isZero();
        viewer.close();
    }

    @Test
    @Covers("CATCH-02")
    void oldStateIsStillUpdated() {
        QueryStreamClient viewer = viewer();
        String followed = viewer.subscribe(Map.of("type", "Note"), 0, 5);
        settle(viewer);
        String created = ann.create("Note", Map.of("title", "a"));
        engine.clock().move(Changes.RETENTION.plus(Duration.ofMinutes(2)));
        ann.create("Note", Map.of("title", "b"));
        engine.store()
                .write(
                        engine.readableTypes().of(caller()).scope(),
                        tx -> tx.purgeChanges("Note", engine.clock().now().minus(Changes.RETENTION)));
        settle(viewer);
        assertThat(viewer.ids(followed)).hasSize(2).startsWith(created);
        assertThat(viewer.completeObjects).isZero();
        viewer.close();
    }

    @Test
    @Covers("CATCH-02")
    void failingQueryEndsItsSubscription() {
        JmapTestServer.Registration leaves = engine.register(new Leaf.Leaves());
        QueryStreamClient viewer = viewer();
        viewer.subscribe(Map.of("type", "Leaf"), 0, 5);
        settle(viewer);
        leaves.close();
        QueryWindows windows = new QueryWindows(dependencies, caller(), ann.accountId(), () -> {}, Optional.empty());
        windows.addNew();
        StreamEvent event = windows.next().orElseThrow();
        assertThat(event.name()).isEqualTo("resync");
        assertThat(event.members())
                .containsEntry("subscriptionIds", viewer.subscriptions())
                .containsEntry("reason", "invalidArguments")
                .containsEntry("types", List.of());
        assertThat(windows.next()).as("once").isEmpty();
        assertThat(windows.text()).isEmpty();
        engine.register(new Leaf.Leaves());
        settle(viewer);
        assertThat(viewer.resyncs).as("followed anew").isEqualTo(1);
        windows.end();
        viewer.close();
    }

    @Test
    @Covers("CATCH-02")
    void subscriptionsEndWithTheSignIn() {
        subscribe(Map.of("type", "Note")).done();
        clock.advance(Duration.ofMinutes(11));
        assertThat(subscribers.of(caller()).all()).hasSize(1);
        directory.sendAway(ann.account());
        clock.advance(Duration.ofMinutes(11));
        assertThat(subscribers.of(caller()).all()).isEmpty();
    }

    @Test
    void idleSubscriptionsAreDroppedAtTheLimitAndReportedOnReconnect() {
        QuerySubscriptionRegistry few = new QuerySubscriptionRegistry(directory, clock, 250);
        QueryWindows.Dependencies narrow =
                new QueryWindows.Dependencies(few, new QueryWatch(engine.queries(), clock, unused -> {}));
        Caller idle = new Caller(ann.account(), "idle", Caller.CredentialKind.SESSION, "127.0.0.1");
        Caller busy = new Caller(ann.account(), "busy", Caller.CredentialKind.SESSION, "127.0.0.1");
        few.add(idle, some(few));
        QueryWindows told = new QueryWindows(narrow, idle, ann.accountId(), () -> {}, Optional.empty());
        told.addNew();
        assertThat(told.next()).isPresent();
        @Nullable String id = told.text().map(text -> "p~" + text).orElse(null);
        told.end();
        QueryWindows listening = new QueryWindows(narrow, busy, ann.accountId(), () -> {}, Optional.empty());
        few.add(busy, some(few));
        few.add(busy, some(few));
        assertThat(few.of(busy).all()).hasSize(2);
        assertThat(few.of(idle).all()).isEmpty();
        QueryWindows again =
                new QueryWindows(narrow, idle, ann.accountId(), () -> {}, QueryResumeToken.of(String.valueOf(id)));
        assertThat(again.hasPending()).isTrue();
        assertThat(again.endedEvent().orElseThrow().members())
                .containsEntry("subscriptionIds", List.of(QuerySubscriptionRegistry.id(few.mark(), 1)))
                .containsEntry("reason", "notFound");
        again.end();
        listening.end();
        few.stop();
    }

    @Test
    @Covers({"GEN-05", "CATCH-02"})
    void unsentResyncOfAQuerySurvivesARestart() {
        ann.create("Note", Map.of("title", "a"));
        QueryStreamClient viewer = viewer();
        String one = viewer.subscribe(Map.of("type", "Note"), 0, 9);
        String other = viewer.subscribe(Map.of("type", "Note", "filter", Map.of("title", "a")), 0, 9);
        settle(viewer);
        viewer.cut(dependencies);
        for (int i = 0; i < 5; i++) {
            ann.create("Note", Map.of("title", "a"));
            viewer.changed(); // more often than earlier versions are stored
        }
        viewer.cut(dependencies);
        assertThat(viewer.write()).isTrue();
        assertThat(viewer.read()).as("of the first query only").isTrue();
        assertThat(viewer.ids(one)).hasSize(6);
        assertThat(viewer.ids(other)).hasSize(1);
        viewer.cut(
                new QueryWindows.Dependencies(new QuerySubscriptionRegistry(directory, clock), dependencies.watch()));
        assertThat(viewer.write()).isTrue();
        assertThat(viewer.read()).isTrue();
        assertThat(viewer.resyncs).as("neither is followed any more").isEqualTo(2);
    }

    private static QuerySubscription some(QuerySubscriptionRegistry of) {
        return new QuerySubscription(
                of.number(),
                new svc.api.jmap.query.QueryRunner.QueryRequest(Set.of(), "Note", Map.of()),
                0,
                new svc.api.jmap.query.QueryRunner.Result("s1-1", List.of("n1")));
    }

    @Test
    void eventIdEncodesTheSentPosition() {
        QueryResumeToken claim = new QueryResumeToken("k3", Map.of(35L, 2L));
        assertThat(QueryResumeToken.of("p1-1-1-1~" + claim)).contains(claim);
        String direction = "1x~2f~Note~s1-1-2f-b-1";
        assertThat(QueryResumeToken.of("p1-1-1-1~" + direction + "~" + claim)).contains(claim);
        assertThat(QueryResumeToken.without(claim.toString())).isEmpty();
        assertThat(QueryResumeToken.without(direction + "~" + claim)).isEqualTo(direction);
        assertThat(QueryResumeToken.without(direction)).isEqualTo(direction);
        for (String none : List.of("", "p1", "p1-1-1-1~" + direction, "p~.", "p~.k3", "p~.k3.z", "p~.k3.1-1-1")) {
            assertThat(QueryResumeToken.of(none)).as(none).isEmpty();
        }
    }
}
