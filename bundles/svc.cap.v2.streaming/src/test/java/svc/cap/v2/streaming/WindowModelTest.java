package svc.cap.v2.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.InMemoryDirectory;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;

/**
 * Two clients of one sign-in show parts of query results while the account changes at random. They stall, disconnect
 * and reconnect, also to a restarted server. In the end each shows what a fresh {@code /query} returns.
 */
final class WindowModelTest {

    private static final int STEPS = 60;
    private static final int GAMES_OF_AN_ENGINE = 25;

    private final AdvanceableClock clock = new AdvanceableClock();
    private int deltas;
    private int completeObjects;
    private int resyncs;

    @AfterEach
    void stop() {
        clock.stop();
    }

    @Test
    @Covers("CATCH-02")
    void updatedWindowMatchesQuery() {
        play(1, 60);
    }

    @Test
    @Tag("soak")
    @Covers("CATCH-02")
    void matchesTheModelFor50000Operations() {
        play(1_001, 5_000);
    }

    private void play(long first, int games) {
        JmapTestServer engine = engine();
        for (int i = 0; i < games; i++) {
            if (i % GAMES_OF_AN_ENGINE == 0) {
                engine = engine();
            }
            new Game(engine, first + i).play();
        }
        assertThat(deltas).isGreaterThan(2 * games);
        assertThat(completeObjects).isGreaterThan(games / 20);
        assertThat(resyncs).isGreaterThan(games / 20);
    }

    private static JmapTestServer engine() {
        JmapTestServer engine = new JmapTestServer();
        engine.register(new Note.Notes());
        engine.register(new Note.Card.Cards());
        engine.register(new StreamingCapability());
        return engine;
    }

    /** One random sequence. */
    private final class Game {
        private final long seed;
        private final JmapTestServer engine;
        private final Random random;
        private final Client client;
        private final List<JmapTestServer.Registration> registrations = new ArrayList<>();
        private final List<QueryStreamClient> viewers = new ArrayList<>();
        private final List<String> ids = new ArrayList<>();
        private QueryWindows.Dependencies dependencies;

        Game(JmapTestServer engine, long seed) {
            this.seed = seed;
            this.engine = engine;
            this.random = new Random(seed);
            this.client = engine.account("one", "somebody" + seed);
            this.dependencies = begin();
            Caller caller = new Caller(client.account(), "test", Caller.CredentialKind.SESSION, "127.0.0.1");
            int count = 1 + random.nextInt(2);
            for (int i = 0; i < count; i++) {
                viewers.add(new QueryStreamClient(client, caller, dependencies));
            }
        }

        private QueryWindows.Dependencies begin() {
            registrations.forEach(JmapTestServer.Registration::close);
            registrations.clear();
            QuerySubscriptionRegistry subscribers = new QuerySubscriptionRegistry(new InMemoryDirectory(), clock);
            registrations.add(
                    engine.register(new QuerySubscribe(engine.queries(), subscribers, engine.limits(), engine.json())));
            registrations.add(engine.register(new QueryUnsubscribe(subscribers)));
            return new QueryWindows.Dependencies(subscribers, new QueryWatch(engine.queries(), clock, Runnable::run));
        }

        void play() {
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            boolean more = true;
            while (more) {
                more = false;
                for (QueryStreamClient viewer : viewers) {
                    viewer.changed();
                    while (viewer.write() || viewer.read()) {
                        more = true;
                    }
                }
            }
            for (QueryStreamClient viewer : viewers) {
                assertThat(viewer.wrong()).as("seed %d", seed).isEmpty();
                deltas += viewer.deltas;
                completeObjects += viewer.completeObjects;
                resyncs += viewer.resyncs;
                viewer.close();
            }
            registrations.forEach(JmapTestServer.Registration::close);
        }

        private void step() {
            QueryStreamClient viewer = viewers.get(random.nextInt(viewers.size()));
            switch (random.nextInt(24)) {
                case 0, 1, 2, 3, 4, 5, 6, 7 -> change();
                case 8, 9 -> subscribe(viewer);
                case 10, 11, 12 -> viewer.changed();
                case 13, 14, 15, 16, 17 -> viewer.write();
                case 18, 19, 20, 21 -> viewer.read();
                case 22 -> breaks(viewer);
                default -> {
                    List<String> followed = viewer.subscriptions();
                    if (followed.size() > 3) {
                        viewer.unsubscribe(followed.get(random.nextInt(followed.size())));
                    }
                }
            }
        }

        private void breaks(QueryStreamClient viewer) {
            if (random.nextInt(4) > 0) {
                viewer.cut(dependencies);
            } else {
                dependencies = begin();
                viewers.forEach(one -> one.cut(dependencies));
            }
        }

        private void subscribe(QueryStreamClient viewer) {
            if (viewer.subscriptions().size() > 4) {
                return;
            }
            Map<String, @Nullable Object> query = new HashMap<>();
            query.put("type", "Note");
            if (random.nextBoolean()) {
                query.put("filter", Map.of("title", "t" + random.nextInt(3)));
            }
            if (random.nextBoolean()) {
                query.put("sort", List.of(Map.of("property", "rank", "isAscending", random.nextBoolean())));
            }
            viewer.subscribe(query, random.nextInt(4), random.nextInt(6));
        }

        private void change() {
            int what = ids.size() < 3 ? 0 : random.nextInt(8);
            if (what < 2) {
                ids.add(client.create("Note", Map.of("title", "t" + random.nextInt(3), "rank", random.nextInt(20))));
            } else if (what == 2) {
                String removed = ids.remove(random.nextInt(ids.size()));
                client.call("Note/set", Map.of("destroy", List.of(removed))).done();
            } else if (what == 3) {
                client.create("Card", Map.of("name", "c"));
            } else {
                String id = ids.get(random.nextInt(ids.size()));
                Map<String, Object> edit = random.nextBoolean()
                        ? Map.of("title", "t" + random.nextInt(3))
                        : Map.of("rank", random.nextInt(20));
                client.call("Note/set", Map.of("update", Map.of(id, edit))).done();
            }
        }
    }
}
