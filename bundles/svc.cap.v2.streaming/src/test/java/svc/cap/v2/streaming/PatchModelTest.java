package svc.cap.v2.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.push.PushStateService;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.InMemoryDirectory;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;

/**
 * Two clients of one sign-in, with a stream each, while the account changes at random. They fetch objects, stall,
 * disconnect and reconnect, and lose responses. In the end each holds what a fresh {@code /get} returns.
 */
final class PatchModelTest {

    private static final int STEPS = 50;
    private static final int GAMES_OF_AN_ENGINE = 25;
    private static final List<String> PROPERTIES =
            List.of("title", "text", "rank", "tags", "keywords", "more", "changedAt");

    private final AdvanceableClock clock = new AdvanceableClock();
    private int patched;
    private int fetched;

    @AfterEach
    void stop() {
        clock.stop();
    }

    @Test
    @Covers({"PATCH-01", "PATCH-02"})
    void patchedClientMatchesGet() {
        play(1, 100);
        assertThat(patched).isGreaterThan(200);
    }

    @Test
    @Tag("soak")
    @Covers({"PATCH-01", "PATCH-02"})
    void matchesTheModelFor100000Operations() {
        play(1_001, 10_000);
    }

    private void play(long first, int games) {
        JmapTestServer engine = new JmapTestServer();
        for (int i = 0; i < games; i++) {
            if (i % GAMES_OF_AN_ENGINE == 0) {
                engine = engine();
            }
            new Game(engine, first + i).play();
        }
        System.out.printf("%d games: %d patches applied, %d objects fetched again%n", games, patched, fetched);
    }

    private static JmapTestServer engine() {
        JmapTestServer engine = new JmapTestServer();
        engine.register(new Note.Notes());
        engine.register(new Note.Card.Cards());
        return engine;
    }

    /** One random sequence. */
    private final class Game {
        private final long seed;
        private final Random random;
        private final Client client;
        private final JmapTestServer.Registration registration;
        private final List<PatchStreamClient> tabs = new ArrayList<>();
        private final List<String> ids = new ArrayList<>();
        private final Set<String> changed = new HashSet<>();

        Game(JmapTestServer engine, long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.client = engine.account("one", "somebody" + seed);
            boolean narrow = random.nextInt(4) == 0;
            ClientCaches holdings = new ClientCaches(
                    new InMemoryDirectory(), clock, new ClientCaches.Bounds(narrow ? 4 : 100, 1_000, narrow ? 5 : 100));
            this.registration = engine.register(holdings);
            PatchStream.Dependencies dependencies = new PatchStream.Dependencies(
                    engine.store(), engine.readableTypes(), engine.objectReader(), holdings);
            Caller caller = new Caller(client.account(), "test", Caller.CredentialKind.SESSION, "127.0.0.1");
            int count = 1 + random.nextInt(2);
            for (int i = 0; i < count; i++) {
                tabs.add(new PatchStreamClient(
                        client, caller, dependencies, new PushStateService(engine.readableTypes())));
            }
        }

        void play() {
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            boolean more = true;
            while (more) {
                more = false;
                for (PatchStreamClient tab : tabs) {
                    while (tab.write() || tab.read() || tab.answer()) {
                        more = true;
                    }
                }
            }
            Map<String, Map<String, Map<String, @Nullable Object>>> expected =
                    Map.of("Note", client.all("Note"), "Card", client.all("Card"));
            for (PatchStreamClient tab : tabs) {
                assertThat(tab.wrong(expected)).as("seed %d", seed).isEmpty();
                changed.stream()
                        .filter(id -> expected.getOrDefault("Note", Map.of()).containsKey(id))
                        .forEach(id -> assertThat(tab.holds("Note", id))
                                .as("seed %d, %s", seed, id)
                                .isTrue());
                patched += tab.patched;
                fetched += tab.fetched;
                tab.close();
            }
            registration.close();
        }

        private void step() {
            PatchStreamClient tab = tabs.get(random.nextInt(tabs.size()));
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4, 5 -> change();
                case 6 -> tab.ask("Note", some(ids), null);
                case 7 -> tab.ask("Note", some(ids), some(PROPERTIES));
                case 8, 9, 10, 11 -> tab.write();
                case 12, 13, 14, 15 -> tab.read();
                case 16, 17, 18 -> tab.answer();
                default -> {
                    if (random.nextInt(3) == 0) {
                        tab.cut(random.nextBoolean());
                    }
                }
            }
        }

        private List<String> some(List<String> of) {
            List<String> portion = new ArrayList<>(of);
            portion.removeIf(one -> random.nextBoolean());
            return portion;
        }

        private void change() {
            int what = ids.size() < 2 ? 0 : random.nextInt(10);
            if (what == 0) {
                ids.add(client.create("Note", Map.of("title", "t" + random.nextInt(100))));
                changed.add(ids.get(ids.size() - 1));
            } else if (what == 1) {
                String removed = ids.remove(random.nextInt(ids.size()));
                client.call("Note/set", Map.of("destroy", List.of(removed))).done();
            } else if (what == 2) {
                client.create("Card", Map.of("name", "c"));
            } else {
                String id = ids.get(random.nextInt(Math.min(3, ids.size())));
                changed.add(id);
                client.call("Note/set", Map.of("update", Map.of(id, edit()))).done();
            }
        }

        private Map<String, @Nullable Object> edit() {
            Map<String, @Nullable Object> edit = new HashMap<>();
            switch (random.nextInt(7)) {
                case 0 -> edit.put("title", "t" + random.nextInt(100));
                case 1 -> edit.put("rank", random.nextInt(100));
                case 2 -> edit.put("tags", List.of("a" + random.nextInt(5)));
                case 3 -> edit.put("keywords/$k~1" + random.nextInt(3), random.nextBoolean() ? true : null);
                case 4 -> edit.put("more", random.nextBoolean() ? null : Map.of("k", "v" + random.nextInt(9)));
                case 5 -> edit.put("text", "text " + random.nextInt(100));
                default -> edit.put("keywords", Map.of("$a", true, "$b" + random.nextInt(20), false));
            }
            return edit;
        }
    }
}
