package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.testkit.SettableWallClock;

/**
 * A long random sequence of changes to one type of one account. Each step is compared with an oracle: creates, updates,
 * destroys, recreations, failed parts, failed writes, purges, a wall clock that moves back, and clients that follow
 * page by page meanwhile.
 */
final class ChangeLogSimulation {

    private static final String TYPE = "Foo";
    private static final String OTHER = "Bar";
    private static final int OBJECTS = 60;
    private static final Duration RETENTION = Duration.ofHours(3);

    private final Store store;
    private final Scope scope;
    private final SettableWallClock clock;
    private final Random random;
    private final ChangeOracle oracle = new ChangeOracle();
    private final List<Long> numbers = new ArrayList<>();
    private final List<Long> given = new ArrayList<>(List.of(0L));
    private final List<CachingClient> clients = new ArrayList<>();
    private int operations;
    private int windows;

    ChangeLogSimulation(Store store, Scope scope, SettableWallClock clock, long seed) {
        this.store = store;
        this.scope = scope;
        this.clock = clock;
        this.random = new Random(seed);
    }

    /** A change of one write, reported to the oracle after the commit. */
    private record Done(long n, boolean alive, Facets facets, long seq) {}

    /** A failure that the simulation provokes. */
    private static final class OnPurpose extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Runs the simulation and returns a line of statistics. */
    String runSteps(int steps) {
        State begin = state();
        for (int i = 0; i < 4; i++) {
            clients.add(new CachingClient(TYPE, begin));
        }
        while (operations < steps) {
            write();
            int choice = random.nextInt(100);
            if (choice < 40) {
                CachingClient client = clients.get(random.nextInt(clients.size()));
                follow(client);
            } else if (choice < 60) {
                window();
            } else if (choice < 63) {
                purge();
            }
            clock.move(Duration.ofSeconds(random.nextInt(choice == 99 ? 20_000 : 120) - 20));
        }
        clients.forEach(this::follow);
        int resynchronized =
                clients.stream().mapToInt(CachingClient::resynchronized).sum();
        return operations + " operations, " + windows + " windows compared, " + numbers.size() + " objects, "
                + resynchronized + " resynchronizations after a purge";
    }

    private void write() {
        List<Done> done = new ArrayList<>();
        boolean failing = random.nextInt(20) == 0;
        try {
            State head = store.write(scope, tx -> {
                Map<Long, Boolean> alive = new TreeMap<>();
                oracle.alive(Long.MAX_VALUE).forEach(n -> alive.put(n, true));
                for (int i = random.nextInt(6); i >= 0; i--) {
                    part(tx, alive, done);
                }
                if (failing) {
                    throw new OnPurpose();
                }
                return tx.state(TYPE);
            });
            operations += done.size();
            for (Done one : done) {
                oracle.happened(one.n(), one.seq(), one.alive(), one.facets());
                if (!numbers.contains(one.n())) {
                    numbers.add(one.n());
                }
            }
            given.add(head.sequence());
            assertThat(state()).isEqualTo(head);
        } catch (OnPurpose expected) {
            assertThat(failing).isTrue();
        }
    }

    /** Performs one operation, or a few of which some fail together. */
    private void part(Transaction tx, Map<Long, Boolean> alive, List<Done> done) {
        if (random.nextInt(10) > 0) {
            runOperations(tx, alive, done);
            return;
        }
        Map<Long, Boolean> before = new TreeMap<>(alive);
        int count = done.size();
        boolean failing = random.nextBoolean();
        try {
            tx.withSavepoint(() -> {
                runOperations(tx, alive, done);
                if (random.nextBoolean()) {
                    tx.changes(TYPE, tx.state(TYPE), 1);
                }
                runOperations(tx, alive, done);
                if (failing) {
                    throw new OnPurpose();
                }
                return "done";
            });
        } catch (OnPurpose expected) {
            alive.clear();
            alive.putAll(before);
            done.subList(count, done.size()).clear();
        }
    }

    private void runOperations(Transaction tx, Map<Long, Boolean> alive, List<Done> done) {
        Facets facets = new Facets(1 + random.nextInt(15));
        if (random.nextInt(8) == 0) {
            tx.logCreated(OTHER, facets);
        }
        boolean isNew = numbers.size() < OBJECTS || random.nextInt(40) == 0;
        if (isNew && random.nextInt(3) == 0) {
            long n = tx.logCreated(TYPE, facets);
            alive.put(n, true);
            done.add(new Done(n, true, facets, n));
            return;
        }
        if (numbers.isEmpty()) {
            return;
        }
        long n = numbers.get(numbers.size() - 1 - random.nextInt(Math.min(OBJECTS, numbers.size())));
        if (!alive.getOrDefault(n, false)) {
            tx.logRecreated(TYPE, n);
            done.add(new Done(n, true, Facets.ALL, tx.state(TYPE).sequence()));
            alive.put(n, true);
        } else if (random.nextInt(3) == 0) {
            tx.logDestroyed(TYPE, n);
            done.add(new Done(n, false, Facets.ALL, tx.state(TYPE).sequence()));
            alive.put(n, false);
        } else {
            tx.logUpdated(TYPE, n, facets);
            done.add(new Done(n, true, facets, tx.state(TYPE).sequence()));
        }
    }

    private void follow(CachingClient client) {
        int max = 1 + random.nextInt(random.nextBoolean() ? 4 : 50);
        store.read(scope, snapshot -> {
            client.follow(snapshot, oracle, max);
            return true;
        });
    }

    /** Compares one whole window with the oracle, starting from a random state that was returned earlier. */
    private void window() {
        long from = given.get(random.nextInt(given.size()));
        windows++;
        store.read(scope, snapshot -> {
            State head = snapshot.state(TYPE);
            Optional<Changes> answer = snapshot.changes(TYPE, new State(head.epoch(), from), Integer.MAX_VALUE - 1);
            assertThat(answer.isPresent())
                    .as("calculable")
                    .isEqualTo(from >= snapshot.floor(TYPE).orElse(0));
            answer.ifPresent(changes -> {
                assertThat(changes.newState()).isEqualTo(head);
                assertThat(changes.hasMoreChanges()).isFalse();
                assertThat(outcomes(changes))
                        .as("window from %s to %s", from, head)
                        .isEqualTo(oracle.outcomes(from, head.sequence()));
            });
            return true;
        });
    }

    static Map<Long, String> outcomes(Changes changes) {
        Map<Long, String> outcomes = new TreeMap<>();
        changes.created().forEach(n -> assertThat(outcomes.put(n, "created")).isNull());
        changes.updated()
                .forEach(updated -> assertThat(outcomes.put(
                                updated.n(), "updated " + updated.facets().bits()))
                        .isNull());
        changes.destroyed()
                .forEach(n -> assertThat(outcomes.put(n, "destroyed")).isNull());
        return outcomes;
    }

    private void purge() {
        State before = state();
        store.write(scope, tx -> {
            tx.purgeChanges(TYPE, clock.now().minus(RETENTION))
                    .ifPresent(floor ->
                            assertThat(given).as("a floor is a state given out").contains(floor));
            return true;
        });
        assertThat(state()).isEqualTo(before);
        OptionalLong floor = store.read(scope, snapshot -> snapshot.floor(OTHER));
        assertThat(floor).isEmpty();
    }

    private State state() {
        return store.read(scope, snapshot -> snapshot.state(TYPE));
    }
}
