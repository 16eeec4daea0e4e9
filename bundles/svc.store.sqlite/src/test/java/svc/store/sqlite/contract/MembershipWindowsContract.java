package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.store.sqlite.contract.MembershipUnderTest.in;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.State;
import svc.api.store.Visibility;

/** Tests of windows of the membership log: pages, purges, concurrent changes, and random operations. */
interface MembershipWindowsContract extends MembershipUnderTest {

    @Test
    default void pagesOfContainersAreConsistentDuringWrites() {
        watch(A, B, C);
        List<Long> old = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            old.add(createIn(i % 2 == 0 ? A : B));
        }
        State before = state();
        write(tx -> old.subList(0, 4).forEach(n -> tx.logUpdated(TYPE, n, Facets.ALL)));
        List<Long> created = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            created.add(createIn(i % 2 == 0 ? A : B));
        }
        Visibility both = in(A, B);
        Changes first = changes(before, 3, both).orElseThrow();
        assertThat(first.created()).containsExactlyElementsOf(created.subList(0, 3));
        // These changes belong to the next window.
        write(tx -> {
            tx.left(TYPE, created.get(4), A);
            tx.joined(TYPE, created.get(4), C);
            tx.logDestroyed(TYPE, old.get(0));
            tx.logUpdated(TYPE, old.get(5), Facets.ALL);
        });
        Changes second = changes(State.parse(first.newState().toString()).orElseThrow(), 3, both)
                .orElseThrow();
        assertThat(second.created()).containsExactlyElementsOf(created.subList(3, 5));
        assertThat(StoreUnderTest.numbers(second)).containsExactly(old.get(1));
        Changes third = changes(second.newState(), 3, both).orElseThrow();
        assertThat(StoreUnderTest.numbers(third)).containsExactlyElementsOf(old.subList(2, 4));
        Changes fourth = changes(third.newState(), 3, both).orElseThrow();
        assertThat(fourth.destroyed()).containsExactly(created.get(4), old.get(0));
        assertThat(StoreUnderTest.numbers(fourth)).containsExactly(old.get(5));
        assertThat(fourth.hasMoreChanges()).isFalse();
        assertThat(fourth.newState()).isEqualTo(state(both));
    }

    @Test
    default void purgeDropsEndedMembershipsAndKeepsTheStatesOfQuietContainers() {
        watch(A, B);
        State beginning = state(in(A));
        long moved = createIn(A);
        long quiet = createIn(B);
        State inBoth = state(in(A));
        State ofB = state(in(B));
        write(tx -> tx.left(TYPE, moved, A));
        State ended = state(in(A));
        clock().move(Duration.ofDays(100));
        write(tx -> tx.touched(TYPE));
        write(tx -> tx.purgeChanges(TYPE, clock().now().minus(Duration.ofDays(90))));
        assertThat(state(in(A))).isEqualTo(ended);
        assertThat(changes(beginning, 10, in(A))).isEmpty();
        assertThat(changes(inBoth, 10, in(A))).isEmpty();
        assertThat(since(ended, in(A)).destroyed()).isEmpty();
        assertThat(state(in(B))).isEqualTo(ofB);
        assertThat(since(ofB, in(B)).newState()).isEqualTo(ofB);
        write(tx -> tx.logDestroyed(TYPE, quiet));
        assertThat(since(ofB, in(B)).destroyed()).containsExactly(quiet);
    }

    @Test
    default void invisibleStatesAreRejected() {
        watch(A);
        createIn(A);
        Visibility visible = in(A);
        for (String text : List.of("s2-0", "s1-zzzz", "s1-0-zzz-b-0", "s1-1-1-b-0", "s1-0-1-c-2")) {
            assertThat(changes(State.parse(text).orElseThrow(), 10, visible))
                    .as(text)
                    .isEmpty();
        }
        assertThatThrownBy(() -> changes(state(visible), 0, visible)).isInstanceOf(IllegalArgumentException.class);
        assertThat(state(in())).isEqualTo(new State(1, 0));
        assertThat(since(state(in()), in()).created()).isEmpty();
    }

    @Test
    default void purgeKeepsTheStateOfQuietChosenObjects() {
        long quiet = create();
        long other = create();
        Visibility onlyQuiet = new Visibility.Objects(Set.of(quiet));
        State before = state(onlyQuiet);
        write(tx -> tx.logDestroyed(TYPE, other));
        clock().move(Duration.ofDays(100));
        write(tx -> tx.purgeChanges(TYPE, clock().now()));
        assertThat(state(onlyQuiet)).isEqualTo(before);
        assertThat(since(before, onlyQuiet).newState()).isEqualTo(before);
        write(tx -> tx.logDestroyed(TYPE, quiet));
        assertThat(since(before, onlyQuiet).destroyed()).containsExactly(quiet);
    }

    @Test
    default void manyContainersAreReadTogether() {
        Set<Long> many = new HashSet<>();
        write(tx -> {
            for (long container = 1; container <= 1_300; container++) {
                tx.watch(TYPE, container, List.of(), true);
                many.add(container);
            }
        });
        Visibility visibility = new Visibility.InContainers(many);
        State before = state(visibility);
        long first = createIn(3);
        long second = createIn(1_299);
        assertThat(since(before, visibility).created()).containsExactly(first, second);
        State between = state(visibility);
        write(tx -> {
            tx.left(TYPE, first, 3);
            tx.joined(TYPE, first, 700);
            tx.logDestroyed(TYPE, second);
        });
        Changes changes = since(between, visibility);
        assertThat(StoreUnderTest.numbers(changes)).containsExactly(first);
        assertThat(changes.destroyed()).containsExactly(second);
    }

    @Test
    default void readersFollowWhileWritersMoveObjects() throws Exception {
        watch(A, B);
        List<Long> objects = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            objects.add(createIn(i % 2 == 0 ? A : C));
        }
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<Long> own = objects.subList(10 * i, 10 * i + 10);
            Random random = new Random(i);
            threads.add(new Thread(() -> move(own, random)));
        }
        for (int i = 0; i < 2; i++) {
            Visibility visibility = i == 0 ? in(A) : in(A, B);
            int max = 3 + 10 * i;
            threads.add(new Thread(() -> followUntilQuiet(visibility, max, objects)));
        }
        threads.forEach(thread -> thread.setUncaughtExceptionHandler((t, problem) -> failure.set(problem)));
        threads.forEach(Thread::start);
        threads.forEach(StoreUnderTest::join);
        assertThat(failure.get()).isNull();
    }

    private void move(List<Long> own, Random random) {
        for (int step = 0; step < 200; step++) {
            long n = own.get(random.nextInt(own.size()));
            long to = List.of(A, B, C).get(random.nextInt(3));
            write(tx -> {
                tx.logUpdated(TYPE, n, Facets.of(0));
                List.of(A, B, C).forEach(container -> tx.left(TYPE, n, container));
                tx.joined(TYPE, n, to);
            });
        }
    }

    private void followUntilQuiet(Visibility visibility, int max, List<Long> objects) {
        Set<Long> copy = new HashSet<>();
        State state = new State(1, 0);
        int quiet = 0;
        while (quiet < 50) {
            State since = state;
            Changes changes = changes(since, max, visibility).orElseThrow();
            changes.created()
                    .forEach(n -> assertThat(copy.add(n)).as("created is new").isTrue());
            assertThat(copy).containsAll(StoreUnderTest.numbers(changes));
            changes.destroyed()
                    .forEach(n ->
                            assertThat(copy.remove(n)).as("destroyed is known").isTrue());
            state = changes.newState();
            quiet = state.equals(since) ? quiet + 1 : 0;
            if (quiet > 0) {
                Set<Long> seen = Set.copyOf(copy);
                store().read(scope(), snapshot -> {
                    if (snapshot.state(TYPE, visibility).equals(since)) {
                        assertThat(snapshot.visible(TYPE, visibility, objects)).isEqualTo(seen);
                    }
                    return true;
                });
                Thread.onSpinWait();
            }
        }
    }

    @Test
    default void randomOperationsMatchTheModelOfContainers() {
        long seed = Long.getLong("svc.seed", 20_260_101L);
        String figures = new MembershipSimulation(store(), scope(), clock(), seed).runSteps(8_000);
        System.out.println(getClass().getSimpleName() + ", members, seed " + seed + ": " + figures);
    }

    @Test
    @Tag("soak")
    default void membershipsMatchTheModelForAMillionOperations() {
        for (long seed = 1; seed <= 125; seed++) {
            String figures =
                    new MembershipSimulation(store(), account("members" + seed), clock(), seed).runSteps(8_000);
            System.out.println(getClass().getSimpleName() + ", members, seed " + seed + ": " + figures);
        }
    }
}
