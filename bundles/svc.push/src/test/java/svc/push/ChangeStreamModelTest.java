package svc.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.api.push.PushConnection.Changes;

/**
 * Clients stall, disconnect and reconnect while accounts change and types are hidden and shown. In the end each client
 * has the states of the store.
 */
final class ChangeStreamModelTest {

    private static final List<String> TYPES = List.of("Contact", "Email", "Mailbox");

    /** A client that stores the states that it received, and requests all states when it first connects. */
    private static final class Client {
        private final PushFixture fixture;
        private final Caller caller;
        private final Optional<Set<String>> types;
        private Map<String, String> known = new HashMap<>();
        private ChangeStream feed;
        private Optional<String> lastId = Optional.empty();

        Client(PushFixture fixture, long n, Optional<Set<String>> types) {
            this.fixture = fixture;
            this.caller = PushFixture.caller(n);
            this.types = types;
            this.feed = connect();
            known = new HashMap<>(fixture.states(caller));
        }

        private ChangeStream connect() {
            ChangeStream made = new ChangeStream(caller, () -> {}, fixture.ground);
            made.subscribe(types, lastId);
            made.sentState().ifPresent(at -> lastId = Optional.of(at.toString()));
            return made;
        }

        void cut() {
            feed.close();
            feed = connect();
        }

        /** Reads the pending states; returns whether there were any. */
        boolean read() {
            Optional<Changes> moved = feed.poll();
            moved.ifPresent(news -> {
                assertThat(news.changed())
                        .as("the own account alone")
                        .containsOnlyKeys(caller.account().id());
                known.putAll(news.changed().get(caller.account().id()));
                lastId = Optional.of(news.pushState());
            });
            return moved.isPresent();
        }

        void assertTrue(String when) {
            Map<String, String> now = fixture.states(caller);
            types.ifPresent(now.keySet()::retainAll);
            assertThat(known).as(when).containsAllEntriesOf(now);
        }
    }

    @Test
    void everyClientReachesTheStateOfTheStore() {
        for (long seed = 0; seed < 20; seed++) {
            play(seed, 300);
        }
    }

    @Test
    @Tag("soak")
    void everyClientReachesTheStateOfTheStoreInALongRun() {
        for (long seed = 1_000; seed < 1_400; seed++) {
            play(seed, 500);
        }
    }

    private static void play(long seed, int steps) {
        Random random = new Random(seed);
        try (PushFixture fixture = new PushFixture()) {
            List<Client> clients = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Optional<Set<String>> types =
                        random.nextBoolean() ? Optional.empty() : Optional.of(Set.of(one(random), "Mailbox"));
                clients.add(new Client(fixture, 1L + random.nextInt(PushFixture.ACCOUNTS), types));
            }
            for (int i = 0; i < steps; i++) {
                step(fixture, clients, random);
            }
            for (Client client : clients) {
                do {
                    fixture.clock.advance(Duration.ofSeconds(1));
                } while (client.read());
                client.assertTrue("seed " + seed);
            }
        }
    }

    private static String one(Random random) {
        return TYPES.get(random.nextInt(2));
    }

    private static void step(PushFixture fixture, List<Client> clients, Random random) {
        long n = 1L + random.nextInt(PushFixture.ACCOUNTS);
        Client client = clients.get(random.nextInt(clients.size()));
        int what = random.nextInt(100);
        if (what < 50) {
            fixture.change(n, TYPES.get(random.nextInt(TYPES.size())));
        } else if (what < 75) {
            client.read();
        } else if (what < 85) {
            fixture.clock.advance(Duration.ofMillis(random.nextInt(400)));
        } else if (what < 93) {
            client.cut();
        } else {
            fixture.show(n, random.nextBoolean() ? PushFixture.TYPES : Set.of(one(random)));
        }
    }
}
