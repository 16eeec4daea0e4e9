package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.store.sqlite.contract.MembershipWrites.BORN_WATCHED;
import static svc.store.sqlite.contract.MembershipWrites.TYPE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import svc.api.store.Changes;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.SnapshotCallback;
import svc.api.store.State;
import svc.api.store.Store;
import svc.api.store.Visibility;
import svc.testkit.SettableWallClock;

/**
 * A long random sequence of {@link MembershipWrites} and purges, compared with an oracle: in windows between any two
 * states, and by clients that follow some of the containers page by page meanwhile.
 */
final class MembershipSimulation {

    private static final Duration RETENTION = Duration.ofHours(3);

    private final Store store;
    private final Scope scope;
    private final SettableWallClock clock;
    private final Random random;
    private final MembershipOracle oracle = new MembershipOracle();
    private final MembershipWrites writes;
    private final List<MembershipClient> clients = new ArrayList<>();
    private int windows;
    private int pages;

    MembershipSimulation(Store store, Scope scope, SettableWallClock clock, long seed) {
        this.store = store;
        this.scope = scope;
        this.clock = clock;
        this.random = new Random(seed);
        this.writes = new MembershipWrites(store, scope, random, oracle);
    }

    /** Runs the simulation and returns a line of statistics. */
    String runSteps(int steps) {
        writes.begin();
        for (Set<Long> followed : List.of(
                Set.of(7L), Set.of(-7L), Set.of(7L, -7L), Set.copyOf(BORN_WATCHED), Set.of(1L, 7L), Set.of(2L))) {
            clients.add(new MembershipClient(TYPE, followed, read(s -> s.state(TYPE, in(followed)))));
        }
        while (writes.operations() < steps) {
            writes.write();
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
        return writes.operations() + " operations, " + windows + " windows compared, " + pages + " pages followed, "
                + writes.numbers().size() + " objects, " + resynchronized + " resynchronizations";
    }

    static Visibility in(Set<Long> containers) {
        return new Visibility.InContainers(containers);
    }

    private <R> R read(SnapshotCallback<R> callback) {
        return store.read(scope, callback);
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
            some.add(
                    random.nextInt(4) == 0
                            ? writes.container()
                            : BORN_WATCHED.get(random.nextInt(BORN_WATCHED.size())));
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
        for (long container : some) {
            assertThat(snapshot.isWatched(TYPE, container)).isEqualTo(oracle.isWatched(container));
            assertThat(snapshot.watchedState(Set.of(TYPE), container))
                    .isEqualTo(
                            oracle.isWatched(container)
                                    ? Optional.of(snapshot.state(TYPE, in(Set.of(container))))
                                    : Optional.empty());
        }
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
            assertThat(snapshot.visible(TYPE, in(some), writes.numbers()))
                    .isEqualTo(oracle.visible(some, Long.MAX_VALUE));
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
