package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.store.sqlite.contract.MembershipOracle.Event;
import svc.store.sqlite.contract.MembershipOracle.Kind;

/**
 * Random writes of objects in containers: moves, second containers, returns, destructions, recreations, failed parts and
 * writes, and containers that are watched later and in portions. Each write is reported to an oracle. Not thread-safe.
 */
final class MembershipWrites {

    static final String TYPE = "Foo";

    /** Watched from the beginning. */
    static final List<Long> BORN_WATCHED = List.of(7L, -7L, 4_000_000_000L);

    /** Watched later, in this order. */
    private static final List<Long> LATER = List.of(1L, 2L, 3L);

    private static final long NEVER = 5;
    private static final int OBJECTS = 50;

    private final Store store;
    private final Scope scope;
    private final Random random;
    private final MembershipOracle oracle;
    private final List<Long> containers =
            Stream.of(BORN_WATCHED, LATER, List.of(NEVER)).flatMap(List::stream).toList();
    private final List<Long> numbers = new ArrayList<>();
    private Now now = new Now(new TreeMap<>(), 0, 0);
    private int operations;

    MembershipWrites(Store store, Scope scope, Random random, MembershipOracle oracle) {
        this.store = store;
        this.scope = scope;
        this.random = random;
        this.oracle = oracle;
    }

    /** What is true in a transaction: the containers of each object that exists, and the progress of watching. */
    private record Now(Map<Long, Set<Long>> of, int watched, long seeded) {

        Now copy() {
            Map<Long, Set<Long>> copy = new TreeMap<>();
            of.forEach((n, in) -> copy.put(n, new TreeSet<>(in)));
            return new Now(copy, watched, seeded);
        }

        Now progress(int containers, long until) {
            return new Now(of, containers, until);
        }
    }

    /** A failure that the simulation provokes. */
    private static final class OnPurpose extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Watches the first containers. */
    void begin() {
        store.write(scope, tx -> {
            BORN_WATCHED.forEach(container -> tx.watch(TYPE, container, List.of(), true));
            return true;
        });
        BORN_WATCHED.forEach(container -> oracle.watched(container, 0));
    }

    /** Makes one write of some operations, which sometimes fails. */
    void write() {
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
                    tx.changes(
                            TYPE,
                            tx.state(TYPE, MembershipSimulation.in(Set.of(7L))),
                            1,
                            MembershipSimulation.in(Set.of(7L)));
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
        if ((isNew && random.nextInt(3) == 0) || numbers.isEmpty()) {
            long n = tx.logCreated(TYPE, Facets.ALL);
            now.of().put(n, new TreeSet<>());
            done.add(new Event(n, n, Kind.CREATED, 0, Set.of(), Set.of()));
            move(tx, n, Kind.JOINED, container(), done);
            return;
        }
        long n = numbers.get(numbers.size() - 1 - random.nextInt(Math.min(OBJECTS, numbers.size())));
        Set<Long> in = now.of().get(n);
        if (in == null) {
            tx.logRecreated(TYPE, n);
            now.of().put(n, new TreeSet<>());
            done.add(new Event(n, tx.state(TYPE).sequence(), Kind.CREATED, 0, Set.of(), Set.of()));
            move(tx, n, Kind.JOINED, container(), done);
            return;
        }
        switch (random.nextInt(8)) {
            case 0 -> {
                tx.logDestroyed(TYPE, n);
                now.of().remove(n);
                done.add(new Event(n, tx.state(TYPE).sequence(), Kind.DESTROYED, 0, in, Set.of()));
            }
            case 1, 2, 3 -> {
                Facets facets = new Facets(1 + random.nextInt(15));
                tx.logUpdated(TYPE, n, facets);
                done.add(new Event(n, tx.state(TYPE).sequence(), Kind.UPDATED, 0, in, in));
            }
            case 4 -> move(tx, n, Kind.JOINED, container(), done);
            case 5 -> move(tx, n, Kind.LEFT, container(), done);
            default -> moveBetween(tx, n, List.copyOf(in), done);
        }
    }

    private void moveBetween(Transaction tx, long n, List<Long> in, List<Event> done) {
        boolean first = random.nextBoolean();
        if (first) {
            move(tx, n, Kind.JOINED, container(), done);
        }
        if (!in.isEmpty()) {
            move(tx, n, Kind.LEFT, in.get(random.nextInt(in.size())), done);
        }
        if (!first) {
            move(tx, n, Kind.JOINED, container(), done);
        }
    }

    private void move(Transaction tx, long n, Kind kind, long container, List<Event> done) {
        Set<Long> in = now.of().get(n);
        Set<Long> before = Set.copyOf(in);
        if (random.nextBoolean()) {
            tx.logMoved(TYPE, n, Facets.ALL);
        }
        if (kind == Kind.JOINED) {
            tx.joined(TYPE, n, container);
            in.add(container);
        } else {
            tx.left(TYPE, n, container);
            in.remove(container);
        }
        done.add(new Event(n, tx.state(TYPE).sequence(), kind, container, before, in));
    }

    /** Returns one of the containers. */
    long container() {
        return containers.get(random.nextInt(containers.size()));
    }

    /** Returns the numbers of all objects that were created. */
    List<Long> numbers() {
        return numbers;
    }

    /** Returns how many operations were committed. */
    int operations() {
        return operations;
    }
}
