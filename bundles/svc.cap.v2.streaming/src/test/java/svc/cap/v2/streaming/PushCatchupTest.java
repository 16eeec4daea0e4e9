package svc.cap.v2.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import svc.api.store.Changes;
import svc.push.PushStateService;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;
import svc.testkit.engine.Response;

/** The results of Push/catchup, on the engine in memory. */
final class PushCatchupTest {

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer();

    private final Client ann = engine.account("one", "ann");

    PushCatchupTest() {
        engine.register(new Note.Notes());
        engine.register(new Note.Card.Cards());
        engine.register(new StreamingCapability());
        engine.register(new PushCatchup(
                engine.store(),
                engine.readableTypes(),
                engine.objectReader(),
                new PushStateService(engine.readableTypes()),
                engine.limits()));
    }

    private Response catchup(@Nullable String since, Map<String, ?> more) {
        Map<String, @Nullable Object> arguments = new HashMap<>(more);
        arguments.put("sinceState", since);
        return ann.call("Push/catchup", arguments);
    }

    private String now() {
        return catchup(null, Map.of()).done().text("newState");
    }

    private static Map<String, @Nullable Object> of(Response response, String type) {
        return Casts.object(response.object("changes").get(type));
    }

    @Test
    @Covers("CATCH-01")
    void catchupReportsAllTypesAtOnce() {
        String kept = ann.create("Note", Map.of("title", "kept"));
        String destroyed = ann.create("Note", Map.of("title", "doomed"));
        String before = ann.state("Note");
        String since = now();
        assertThat(catchup(since, Map.of()).done().arguments())
                .containsEntry("oldState", since)
                .containsEntry("newState", since)
                .containsEntry("hasMoreChanges", false)
                .containsEntry("changes", Map.of());
        String created = ann.create("Note", Map.of("title", "born"));
        ann.call("Note/set", Map.of("update", Map.of(kept, Map.of("rank", 1)), "destroy", List.of(destroyed)));
        Response told = catchup(since, Map.of()).done();
        assertThat(told.object("changes")).containsOnlyKeys("Note");
        assertThat(of(told, "Note"))
                .isEqualTo(Map.of(
                        "oldState",
                        before,
                        "newState",
                        ann.state("Note"),
                        "created",
                        List.of(created),
                        "updated",
                        List.of(kept),
                        "destroyed",
                        List.of(destroyed)));
        ann.create("Card", Map.of("name", "one"));
        assertThat(catchup(since, Map.of()).object("changes")).containsOnlyKeys("Note", "Card");
        assertThat(catchup(since, Map.of("types", List.of("Card"))).object("changes"))
                .containsOnlyKeys("Card");
        assertThat(catchup(told.text("newState"), Map.of()).object("changes")).containsOnlyKeys("Card");
    }

    @Test
    @Covers("CATCH-01")
    void requiresTheCapability() {
        String since = now();
        assertThat(ann.using("urn:ietf:params:jmap:core")
                        .call("Push/catchup", Map.of("sinceState", since))
                        .error())
                .isEqualTo("unknownCapability");
        Client bob = engine.account("one", "bob");
        assertThat(bob.call("Push/catchup", Map.of("sinceState", since)).error())
                .isEqualTo("cannotCalculateChanges");
        assertThat(bob.call("Push/catchup", Map.of("accountId", ann.accountId()))
                        .error())
                .isEqualTo("accountNotFound");
        assertThat(catchup(since, Map.of("types", List.of("Nothing"))).error()).isEqualTo("invalidArguments");
        assertThat(catchup(since, Map.of("maxChanges", 0)).error()).isEqualTo("invalidArguments");
    }

    @Test
    @Covers({"CATCH-01", "CHG-13", "LIM-09"})
    void cannotCalculateNamesTheTypes() {
        ann.create("Note", Map.of("title", "old"));
        String since = now();
        ann.create("Note", Map.of("title", "later"));
        ann.create("Card", Map.of("name", "one"));
        String floor = now();
        engine.clock().move(Changes.RETENTION.plus(Duration.ofMinutes(2)));
        engine.store()
                .write(
                        engine.readableTypes().of(caller()).scope(),
                        tx -> tx.purgeChanges("Note", engine.clock().now().minus(Changes.RETENTION)));
        Response lost = catchup(since, Map.of());
        assertThat(lost.arguments())
                .containsEntry("type", "cannotCalculateChanges")
                .containsEntry("types", List.of("Note"));
        assertThat(of(catchup(since, Map.of("types", List.of("Card"))).done(), "Card"))
                .containsKey("created");
        assertThat(catchup(floor, Map.of()).done().object("changes")).isEmpty();
        String future = floor.replaceFirst("-[^-]*-", "-zz-");
        for (String text : List.of("garbage", "", future, floor.replaceFirst("(-[^-]*)-[^-]*-", "$1-zzzz-"))) {
            assertThat(catchup(text, Map.of()).arguments())
                    .as(text)
                    .containsEntry("type", "cannotCalculateChanges")
                    .containsEntry("types", List.of("Card", "Note"));
        }
    }

    private svc.api.identity.Caller caller() {
        return new svc.api.identity.Caller(
                ann.account(), "test", svc.api.identity.Caller.CredentialKind.SESSION, "127.0.0.1");
    }

    @Test
    @Covers("CATCH-01")
    void pagesAreConsistentDuringConcurrentChanges() {
        for (long seed = 1; seed <= 20; seed++) {
            Game game = new Game(new Random(seed));
            game.changes(20);
            String since = now();
            Map<String, Set<String>> held = game.standing();
            game.changes(30);
            String at = since;
            boolean more = true;
            while (more) {
                Response page = catchup(at, Map.of("maxChanges", 1 + game.random.nextInt(5)))
                        .done();
                assertThat(page.text("oldState")).isEqualTo(at);
                apply(page, held);
                at = page.text("newState");
                more = Boolean.TRUE.equals(page.arguments().get("hasMoreChanges"));
                if (more && game.random.nextInt(3) == 0) {
                    game.changes(1);
                }
            }
            assertThat(held).as("seed %d", seed).isEqualTo(game.standing());
        }
    }

    private static void apply(Response page, Map<String, Set<String>> held) {
        page.object("changes").forEach((type, value) -> {
            Map<String, @Nullable Object> changes = Casts.object(value);
            Set<String> ids = held.computeIfAbsent(type, key -> new HashSet<>());
            ids.addAll(Casts.texts(changes.get("created")));
            assertThat(ids).containsAll(Casts.texts(changes.get("updated")));
            ids.removeAll(Casts.texts(changes.get("destroyed")));
        });
    }

    /** Random changes of both types. */
    private final class Game {

        private final Random random;

        Game(Random random) {
            this.random = random;
        }

        Map<String, Set<String>> standing() {
            Map<String, Set<String>> standing = new HashMap<>();
            standing.put("Note", new HashSet<>(ann.all("Note").keySet()));
            standing.put("Card", new HashSet<>(ann.all("Card").keySet()));
            return standing;
        }

        void changes(int count) {
            for (int i = 0; i < count; i++) {
                boolean note = random.nextBoolean();
                String type = note ? "Note" : "Card";
                String property = note ? "title" : "name";
                List<String> ids = new ArrayList<>(ann.all(type).keySet());
                int what = ids.isEmpty() ? 0 : random.nextInt(4);
                if (what <= 1) {
                    ann.create(type, Map.of(property, "x" + random.nextInt()));
                } else {
                    String id = ids.get(random.nextInt(ids.size()));
                    ann.call(
                                    type + "/set",
                                    what == 2
                                            ? Map.of("update", Map.of(id, Map.of(property, "x" + random.nextInt())))
                                            : Map.of("destroy", List.of(id)))
                            .done();
                }
            }
        }
    }
}
