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
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.api.jmap.Capability;
import svc.api.jmap.Filterable;
import svc.api.jmap.ObjectType;
import svc.api.jmap.Verb;
import svc.api.store.Changes;
import svc.testclock.MovedClock;
import svc.testkit.Covers;
import svc.testkit.People;
import svc.testkit.engine.Client;
import svc.testkit.engine.MemoryEngine;
import svc.testkit.engine.Response;

/** What Query/subscribe and Query/unsubscribe answer and refuse, and what ends a subscription. */
final class SubscribeTest {

    private static final String OTHER = "urn:test:leaves";

    private final MovedClock clock = new MovedClock();
    private final MemoryEngine engine = new MemoryEngine();
    private final People people = new People();
    private final Subscribers subscribers = new Subscribers(people, clock);
    private final Windows.Ground ground =
            new Windows.Ground(subscribers, new QueryWatch(engine.queries(), clock, Runnable::run));
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

    /** A type that nobody can tell the changes of a query of. */
    record Leaf(@Filterable String color) {

        /** The type. */
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
            public Class<Leaf> shape() {
                return Leaf.class;
            }

            @Override
            public Set<Verb> verbs() {
                return EnumSet.of(Verb.GET, Verb.SET, Verb.QUERY);
            }
        }
    }

    private Caller caller() {
        return new Caller(ann.account(), "test", Caller.Secret.SESSION, "127.0.0.1");
    }

    private Response subscribe(Map<String, ?> query) {
        return ann.call("Query/subscribe", Map.of("query", query));
    }

    private Viewer viewer() {
        return new Viewer(ann, caller(), ground);
    }

    private static void settle(Viewer viewer) {
        viewer.changed();
        boolean more = true;
        while (more) {
            more = viewer.write() || viewer.read();
        }
        assertThat(viewer.wrong()).isEmpty();
    }

    @Test
    @Covers("CATCH-02")
    void itAnswersWhatAQueryAnswers() {
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
    void whatCannotBeFollowedIsRefused() {
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
    void aSignInFollowsSixteenQueries() {
        String last = "";
        for (int i = 0; i < Subscriptions.MOST; i++) {
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
        Viewer viewer = viewer();
        settle(viewer);
        assertThat(viewer.wholes + viewer.deltas).as("none of them is its own").isZero();
        viewer.close();
    }

    @Test
    @Covers("CATCH-02")
    void aTypeWithoutQueryChangesIsToldAsAnyOtherIs() {
        engine.register(new Leaf.Leaves());
        Viewer viewer = viewer();
        String followed = viewer.subscribe(Map.of("type", "Leaf", "filter", Map.of("color", "red")), 0, 5);
        String red = ann.create("Leaf", Map.of("color", "red"));
        ann.create("Leaf", Map.of("color", "green"));
        settle(viewer);
        assertThat(viewer.ids(followed)).containsExactly(red);
        assertThat(viewer.wholes).isZero();
        viewer.close();
    }

    @Test
    @Covers("CATCH-02")
    void itIsToldHoweverOldTheStateIs() {
        Viewer viewer = viewer();
        String followed = viewer.subscribe(Map.of("type", "Note"), 0, 5);
        settle(viewer);
        String born = ann.create("Note", Map.of("title", "a"));
        engine.clock().move(Changes.RETENTION.plus(Duration.ofMinutes(2)));
        ann.create("Note", Map.of("title", "b"));
        engine.store()
                .write(
                        engine.sights().of(caller()).scope(),
                        tx -> tx.purge("Note", engine.clock().now().minus(Changes.RETENTION)));
        settle(viewer);
        assertThat(viewer.ids(followed)).hasSize(2).startsWith(born);
        assertThat(viewer.wholes).isZero();
        viewer.close();
    }

    @Test
    @Covers("CATCH-02")
    void aQueryThatCannotBeAnsweredAnyMoreEndsAndTheClientIsTold() {
        MemoryEngine.Registration leaves = engine.register(new Leaf.Leaves());
        Viewer viewer = viewer();
        viewer.subscribe(Map.of("type", "Leaf"), 0, 5);
        settle(viewer);
        leaves.close();
        Windows windows = new Windows(ground, caller(), ann.accountId(), () -> {}, Optional.empty());
        windows.adopt();
        Told told = windows.next().orElseThrow();
        assertThat(told.name()).isEqualTo("resync");
        assertThat(told.members())
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
    void subscriptionsEndWithTheirSignIn() {
        subscribe(Map.of("type", "Note")).done();
        clock.advance(Duration.ofMinutes(11));
        assertThat(subscribers.of(caller()).all()).hasSize(1);
        people.sendAway(ann.account());
        clock.advance(Duration.ofMinutes(11));
        assertThat(subscribers.of(caller()).all()).isEmpty();
    }

    @Test
    void whenTooMuchIsKeptThoseWhoDoNotListenAreLetGoOfAndToldWhenTheyComeAgain() {
        Subscribers few = new Subscribers(people, clock, 250);
        Windows.Ground narrow = new Windows.Ground(few, new QueryWatch(engine.queries(), clock, unused -> {}));
        Caller idle = new Caller(ann.account(), "idle", Caller.Secret.SESSION, "127.0.0.1");
        Caller busy = new Caller(ann.account(), "busy", Caller.Secret.SESSION, "127.0.0.1");
        few.add(idle, some(few));
        Windows told = new Windows(narrow, idle, ann.accountId(), () -> {}, Optional.empty());
        told.adopt();
        assertThat(told.next()).isPresent();
        @Nullable String id = told.text().map(text -> "p~" + text).orElse(null);
        told.end();
        Windows listening = new Windows(narrow, busy, ann.accountId(), () -> {}, Optional.empty());
        few.add(busy, some(few));
        few.add(busy, some(few));
        assertThat(few.of(busy).all()).hasSize(2);
        assertThat(few.of(idle).all()).isEmpty();
        Windows again = new Windows(narrow, idle, ann.accountId(), () -> {}, Claim.of(String.valueOf(id)));
        assertThat(again.owes()).isTrue();
        assertThat(again.lost().orElseThrow().members())
                .containsEntry("subscriptionIds", List.of(Subscribers.id(few.mark(), 1)))
                .containsEntry("reason", "notFound");
        again.end();
        listening.end();
        few.stop();
    }

    @Test
    @Covers({"GEN-05", "CATCH-02"})
    void whoIsCutOffBeforeItIsToldAnewOfOneQueryStillNamesItWhenTheServerBeginsAnew() {
        ann.create("Note", Map.of("title", "a"));
        Viewer viewer = viewer();
        String one = viewer.subscribe(Map.of("type", "Note"), 0, 9);
        String other = viewer.subscribe(Map.of("type", "Note", "filter", Map.of("title", "a")), 0, 9);
        settle(viewer);
        viewer.cut(ground);
        for (int i = 0; i < 5; i++) {
            ann.create("Note", Map.of("title", "a"));
            viewer.changed(); // more often than what stood there before is kept
        }
        viewer.cut(ground);
        assertThat(viewer.write()).isTrue();
        assertThat(viewer.read()).as("of the first query only").isTrue();
        assertThat(viewer.ids(one)).hasSize(6);
        assertThat(viewer.ids(other)).hasSize(1);
        viewer.cut(new Windows.Ground(new Subscribers(people, clock), ground.watch()));
        assertThat(viewer.write()).isTrue();
        assertThat(viewer.read()).isTrue();
        assertThat(viewer.resyncs).as("neither is followed any more").isEqualTo(2);
    }

    private static Subscription some(Subscribers of) {
        return new Subscription(
                of.number(),
                new svc.api.jmap.Queries.Question(Set.of(), "Note", Map.of()),
                0,
                new svc.api.jmap.Queries.Result("s1-1", List.of("n1")));
    }

    @Test
    void anIdSaysWhatWasToldWhereverItEnds() {
        Claim claim = new Claim("k3", Map.of(35L, 2L));
        assertThat(Claim.of("p1-1-1-1~" + claim)).contains(claim);
        String way = "1x~2f~Note~s1-1-2f-b-1";
        assertThat(Claim.of("p1-1-1-1~" + way + "~" + claim)).contains(claim);
        assertThat(Claim.without(claim.toString())).isEmpty();
        assertThat(Claim.without(way + "~" + claim)).isEqualTo(way);
        assertThat(Claim.without(way)).isEqualTo(way);
        for (String nothing : List.of("", "p1", "p1-1-1-1~" + way, "p~.", "p~.k3", "p~.k3.z", "p~.k3.1-1-1")) {
            assertThat(Claim.of(nothing)).as(nothing).isEmpty();
        }
    }
}
