package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Visibility;
import svc.store.sqlite.contract.MembershipOracle.Event;
import svc.store.sqlite.contract.MembershipOracle.Kind;
import svc.testkit.SettableWallClock;

/**
 * A long random sequence of changes of objects in containers. Each step is compared with an oracle: moves, second
 * containers, returns, destructions, recreations, failed parts and writes, purges, containers that are watched later and
 * in portions, and clients that follow some of the containers page by page meanwhile.
 */
final class MembershipSimulation {

    private static final String TYPE = "Foo";
    private static final int OBJECTS = 50;
    private static final Duration RETENTION = Duration.ofHours(3);

    /** Watched from the beginning. */
    private static final List<Long> BORN_WATCHED = List.of(7L, -7L, 4_000_000_000L);

    /** Watched later, in this order. */
    private static final List<Long> LATER = List.of(1L, 2L, 3L);

    private static final long NEVER = 5;

    private final Store store;
    private final Scope scope;
    private final SettableWallClock clock;
    private final Random random;
    private final MembershipOracle oracle = new MembershipOracle();
    private final List<Long> containers = new ArrayList<>(BORN_WATCHED);
    private final List<Long> numbers = new ArrayList<>();
    private final List<MembershipClient> clients = new ArrayList<>();
    private Now now = new Now(new TreeMap<>(), new HashSet<>(), 0, 0);
    private int operations;
    private int windows;
    private int pages;

    MembershipSimulation(Store store, Scope scope, SettableWallClock clock, long seed) {
        this.store = store;
        this.scope = scope;
        this.clock = clock;
        this.random = new Random(seed);
        containers.addAll(LATER);
        containers.add(NEVER);
    }

    /** What is true in a transaction: the containers of each object that exists, and the progress of watching. */
    private record Now(Map<Long, Set<Long>> of, Set<Long> destroyed, int watched, long seeded) {

        Now copy() {
            Map<Long, Set<Long>> copy = new TreeMap<>();
            of.forEach((n, in) -> copy.put(n, new TreeSet<>(in)));
            return new Now(copy, new HashSet<>(destroyed), watched, seeded);
        }

        Now progress(int containers, long until) {
            return new Now(of, destroyed, containers, until);
        }
    }

    /** A failure that the simulation provokes. */
    private static final class OnPurpose extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Runs the simulation and returns a line of statistics. */
    String runSteps(int steps) {
        store.write(scope, tx -> {
            BORN_WATCHED.forEach(container -> tx.watch(TYPE, container, List.of(), true));
            return true;
        });
        BORN_WATCHED.forEach(container -> oracle.watched(container, 0));
        for (Set<Long> followed : List.of(
                Set.of(7L), Set.of(-7L), Set.of(7L, -7L), Set.copyOf(BORN_WATCHED), Set.of(1L, 7L), Set.of(2L))) {
            clients.add(new MembershipClient(TYPE, followed, read(s -> s.state(TYPE, in(followed)))));
        }
        while (operations < steps) {
            write();
            int choice = random.nextInt(100);
            if (choice < 40) {
                follow(clients.get(random.nextInt(clients.size())));
            } else if (choice < 60) {
                window();
            } else if (choice < 63) {
                purge();
            }
            clock.move(Duration.ofSeconds(random.nextInt(choice == 99 ? 20_000 : 120)));
        }
        clients.forEach(this::follow);
        int resynchronized =
                clients.stream().mapToInt(MembershipClient::resynchronized).sum();
        return operations + " operations, " + windows + " windows compared, " + pages + " pages followed, "
                + numbers.size() + " objects, " + resynchronized + " resynchronizations";
    }

    static Visibility in(Set<Long> containers) {
        return new Visibility.InContainers(containers);
    }

    private <R> R read(svc.api.store.SnapshotCallback<R> callback) {
        return store.read(scope, callback);
    }

    private void write() {
        List<Event> done = new ArrayList<>();
        Map<Long, Long> watched = new HashMap<>();
        boolean failing = random.nextInt(20) == 0;
        Now before = now;
        try {
            store.write(scope, tx -> {
                now = before.copy();
                for (int i = random.nextInt(6); i >= 0; i--) {
                    part(tx, done);
                }
                if (random.nextInt(30) == 0) {
                    watchPortion(tx, watched);
                }
                for (int i = random.nextInt(3); i >= 0; i--) {
                    part(tx, done);
                }
                if (failing) {
                    throw new OnPurpose();
                }
                return true;
            });
        } catch (OnPurpose expected) {
            assertThat(failing).isTrue();
            now = before;
            return;
        }
        operations += done.size();
        for (Event event : done) {
            oracle.happened(event);
            if (event.kind() == Kind.CREATED && !numbers.contains(event.n())) {
                numbers.add(event.n());
            }
        }
        watched.forEach(oracle::watched);
    }

    /** Passes the next objects of the next container. */
    private void watchPortion(Transaction tx, Map<Long, Long> watched) {
        if (now.watched() == LATER.size() || operations < 500 * (1 + now.watched())) {
            return;
        }
        long container = LATER.get(now.watched());
        List<Long> members = now.of().entrySet().stream()
                .filter(object ->
                        object.getKey() > now.seeded() && object.getValue().contains(container))
                .map(Map.Entry::getKey)
                .limit(3)
                .toList();
        boolean complete = members.size() < 3;
        tx.watch(TYPE, container, members, complete);
        assertThat(tx.isWatched(TYPE, container)).isEqualTo(complete);
        if (complete) {
            watched.put(container, tx.state(TYPE).sequence());
            now = now.progress(now.watched() + 1, 0);
        } else if (random.nextInt(10) == 0) {
            now = now.progress(now.watched(), 0); // the work was interrupted and begins again
        } else {
            now = now.progress(now.watched(), members.get(2));
        }
    }

    /** Performs one operation, or a few of which some fail together. */
    private void part(Transaction tx, List<Event> done) {
        if (random.nextInt(10) > 0) {
            operation(tx, done);
            return;
        }
        Now before = now;
        now = before.copy();
        int count = done.size();
        boolean failing = random.nextBoolean();
        try {
            tx.withSavepoint(() -> {
                operation(tx, done);
                if (random.nextBoolean()) {
                    tx.changes(TYPE, tx.state(TYPE, in(Set.of(7L))), 1, in(Set.of(7L)));
                }
                operation(tx, done);
                if (failing) {
                    throw new OnPurpose();
                }
                return true;
            });
        } catch (OnPurpose expected) {
            now = before;
            done.subList(count, done.size()).clear();
        }
    }

    private void operation(Transaction tx, List<Event> done) {
        if (random.nextInt(8) == 0) {
            long other = tx.logCreated("Bar", Facets.ALL);
            tx.joined("Bar", other, 7);
        }
        boolean isNew = numbers.size() < OBJECTS || random.nextInt(40) == 0;
        if (isNew && random.nextInt(3) == 0 || numbers.isEmpty()) {
            long n = tx.logCreated(TYPE, Facets.ALL);
            now.of().put(n, new TreeSet<>());
            done.add(new Event(n, n, Kind.CREATED, 0, Set.of(), Set.of()));
            join(tx, n, container(), done);
            return;
        }
        long n = numbers.get(numbers.size() - 1 - random.nextInt(Math.min(OBJECTS, numbers.size())));
        Set<Long> in = now.of().get(n);
        if (in == null) {
            tx.logRecreated(TYPE, n);
            now.of().put(n, new TreeSet<>());
            now.destroyed().remove(n);
            done.add(new Event(n, tx.state(TYPE).sequence(), Kind.CREATED, 0, Set.of(), Set.of()));
            join(tx, n, container(), done);
            return;
        }
        switch (random.nextInt(8)) {
            case 0 -> {
                tx.logDestroyed(TYPE, n);
                now.of().remove(n);
                now.destroyed().add(n);
                done.add(new Event(n, tx.state(TYPE).sequence(), Kind.DESTROYED, 0, in, Set.of()));
            }
            case 1, 2, 3 -> {
                Facets facets = new Facets(1 + random.nextInt(15));
                tx.logUpdated(TYPE, n, facets);
                done.add(new Event(n, tx.state(TYPE).sequence(), Kind.UPDATED, 0, in, in));
            }
            case 4 -> join(tx, n, container(), done);
            case 5 -> leave(tx, n, container(), done);
            default -> move(tx, n, new ArrayList<>(in), done);
        }
    }

    private void move(Transaction tx, long n, List<Long> in, List<Event> done) {
        boolean first = random.nextBoolean();
        if (first) {
            join(tx, n, container(), done);
        }
        if (!in.isEmpty()) {
            leave(tx, n, in.get(random.nextInt(in.size())), done);
        }
        if (!first) {
            join(tx, n, container(), done);
        }
    }

    private long container() {
        return containers.get(random.nextInt(containers.size()));
    }

    private void join(Transaction tx, long n, long container, List<Event> done) {
        Set<Long> before = Set.copyOf(now.of().get(n));
        tx.joined(TYPE, n, container);
        now.of().get(n).add(container);
        done.add(new Event(
                n,
                tx.state(TYPE).sequence(),
                Kind.JOINED,
                container,
                before,
                now.of().get(n)));
    }

    private void leave(Transaction tx, long n, long container, List<Event> done) {
        Set<Long> before = Set.copyOf(now.of().get(n));
        tx.left(TYPE, n, container);
        now.of().get(n).remove(container);
        done.add(new Event(
                n,
                tx.state(TYPE).sequence(),
                Kind.LEFT,
                container,
                before,
                now.of().get(n)));
    }

    private void follow(MembershipClient client) {
        pages++;
        int max = 1 + random.nextInt(random.nextBoolean() ? 4 : 50);
        read(snapshot -> {
            client.follow(snapshot, oracle, max);
            return true;
        });
    }

    /** Compares one whole window with the oracle, from any sequence number on. */
    private void window() {
        Set<Long> some = new HashSet<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            some.add(random.nextInt(4) == 0 ? container() : BORN_WATCHED.get(random.nextInt(BORN_WATCHED.size())));
        }
        windows++;
        read(snapshot -> {
            compare(snapshot, some);
            return true;
        });
    }

    private void compare(Snapshot snapshot, Set<Long> some) {
        State head = snapshot.state(TYPE, in(some));
        boolean watched = some.stream().allMatch(oracle::isWatched);
        some.forEach(
                container -> assertThat(snapshot.isWatched(TYPE, container)).isEqualTo(oracle.isWatched(container)));
        assertThat(head.sequence())
                .as("the state of %s", some)
                .isEqualTo(watched ? oracle.head(some) : snapshot.state(TYPE).sequence());
        long from = random.nextLong(1 + head.sequence());
        Optional<Changes> answer = snapshot.changes(TYPE, new State(head.epoch(), from), 1_000_000, in(some));
        assertThat(answer.isPresent()).as("calculable").isEqualTo(from >= oracle.floor(some));
        answer.ifPresent(changes -> {
            assertThat(changes.newState()).isEqualTo(head);
            assertThat(changes.hasMoreChanges()).isFalse();
            assertThat(ChangeLogSimulation.outcomes(changes))
                    .as("window from %s to %s of %s", from, head, some)
                    .isEqualTo(oracle.outcomes(some, from));
        });
        if (watched) {
            assertThat(snapshot.visible(TYPE, in(some), numbers)).isEqualTo(oracle.visible(some, Long.MAX_VALUE));
        }
    }

    private void purge() {
        Map<Set<Long>, State> before = new HashMap<>();
        clients.forEach(client -> before.put(client.containers(), read(s -> s.state(TYPE, in(client.containers())))));
        store.write(scope, tx -> tx.purgeChanges(TYPE, clock.now().minus(RETENTION)))
                .ifPresent(oracle::purged);
        before.forEach((some, state) -> {
            State after = read(s -> s.state(TYPE, in(some)));
            Optional<Changes> answer = read(s -> s.changes(TYPE, state, 1, in(some)));
            assertThat(after).as("a purge leaves the state").isEqualTo(state);
            assertThat(answer.isPresent())
                    .as("the current state stays valid")
                    .isEqualTo(some.stream().allMatch(oracle::isWatched));
        });
    }
}
