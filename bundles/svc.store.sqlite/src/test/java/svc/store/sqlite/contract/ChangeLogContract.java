package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.testkit.Covers;

/** Tests of the change log: net changes of objects, paging within one window, and purging. */
interface ChangeLogContract extends StoreUnderTest {

    @Test
    default void unchangedTypeHasAUsableState() {
        State first = state();
        assertThat(first.sequence()).isZero();
        Changes none = since(first);
        assertThat(none.newState()).isEqualTo(first);
        assertThat(none.hasMoreChanges()).isFalse();
        create();
        assertThat(since(first).created()).hasSize(1);
    }

    @Test
    default void newObjectHasTheNumberOfItsChange() {
        long a = create();
        assertThat(state().sequence()).isEqualTo(a);
        long b = create();
        assertThat(b).isEqualTo(a + 1);
    }

    @Test
    @Covers("CHG-03")
    default void createdThenUpdatedIsCreated() {
        State before = state();
        long n = create();
        write(tx -> tx.logUpdated(TYPE, n, Facets.of(1)));
        Changes changes = since(before);
        assertThat(changes.created()).containsExactly(n);
        assertThat(changes.updated()).isEmpty();
    }

    @Test
    @Covers("CHG-04")
    default void createdThenDestroyedIsOmittedButTheStateAdvances() {
        State before = state();
        long n = create();
        write(tx -> tx.logDestroyed(TYPE, n));
        Changes changes = since(before);
        assertThat(changes.created()).isEmpty();
        assertThat(changes.destroyed()).isEmpty();
        assertThat(changes.newState().sequence()).isGreaterThan(before.sequence());
    }

    @Test
    @Covers("CHG-05")
    default void updatedThenDestroyedIsDestroyed() {
        long n = create();
        State before = state();
        write(tx -> tx.logUpdated(TYPE, n, Facets.ALL));
        write(tx -> tx.logDestroyed(TYPE, n));
        Changes changes = since(before);
        assertThat(changes.destroyed()).containsExactly(n);
        assertThat(changes.updated()).isEmpty();
    }

    @Test
    @Covers("CHG-06")
    default void destroyedThenRecreatedIsUpdated() {
        long n = create();
        State before = state();
        write(tx -> tx.logDestroyed(TYPE, n));
        State destroyed = state();
        write(tx -> tx.logRecreated(TYPE, n));
        assertThat(StoreUnderTest.numbers(since(before))).containsExactly(n);
        assertThat(since(destroyed).created()).containsExactly(n);
        write(tx -> tx.logDestroyed(TYPE, n));
        assertThat(since(before).destroyed()).containsExactly(n);
        assertThat(since(destroyed).destroyed()).isEmpty();
    }

    @Test
    default void objectsWithChosenNumbersAreReportedLikeOthers() {
        State before = state();
        List<Long> chosen = List.of(1L, 3L, 1_000L, 2L);
        for (long n : chosen) {
            write(tx -> tx.logCreatedAs(TYPE, n));
        }
        Changes created = since(before);
        assertThat(created.created()).containsExactlyElementsOf(chosen);
        State then = state();
        Changes page = since(before, 2);
        assertThat(page.created()).containsExactly(1L, 3L);
        assertThat(since(page.newState(), 2).created()).containsExactly(1_000L, 2L);
        write(tx -> tx.logUpdated(TYPE, 1_000, Facets.ALL));
        write(tx -> tx.logDestroyed(TYPE, 3));
        write(tx -> tx.logDestroyed(TYPE, 2));
        write(tx -> tx.logCreatedAs(TYPE, 2));
        assertThat(StoreUnderTest.numbers(since(then))).containsExactlyInAnyOrder(1_000L, 2L);
        assertThat(since(then).destroyed()).containsExactly(3L);
        assertThat(since(then).created()).isEmpty();
        assertThat(since(before).created()).containsExactlyInAnyOrder(1L, 1_000L, 2L);
        assertThatThrownBy(() -> write(tx -> tx.logCreatedAs(TYPE, 1))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> write(tx -> tx.logUpdated(TYPE, 5_000, Facets.ALL)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    default void updateReportsTheChangedFacets() {
        long n = create();
        State before = state();
        write(tx -> tx.logUpdated(TYPE, n, Facets.of(1)));
        State between = state();
        write(tx -> tx.logUpdated(TYPE, n, Facets.of(0, 3)));
        assertThat(since(before).updated()).containsExactly(new Changes.Updated(n, Facets.of(0, 1, 3)));
        assertThat(since(between).updated()).containsExactly(new Changes.Updated(n, Facets.of(0, 3)));
    }

    @Test
    @Covers("CHG-02")
    default void pagesOfALongDeltaAreConsistentDuringWrites() {
        List<Long> old = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            old.add(create());
        }
        State before = state();
        write(tx -> old.subList(0, 5).forEach(n -> tx.logUpdated(TYPE, n, Facets.ALL)));
        List<Long> created = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            created.add(create());
        }
        Changes first = since(before, 3);
        assertThat(first.created()).containsExactlyElementsOf(created.subList(0, 3));
        assertThat(first.hasMoreChanges()).isTrue();
        // What changes now belongs to the next window, except that this window still has to report the creation.
        write(tx -> {
            tx.logDestroyed(TYPE, created.get(4));
            tx.logDestroyed(TYPE, old.get(0));
            tx.logUpdated(TYPE, old.get(6), Facets.ALL);
        });
        Changes second = since(State.parse(first.newState().toString()).orElseThrow(), 3);
        assertThat(second.created()).containsExactlyElementsOf(created.subList(3, 5));
        assertThat(StoreUnderTest.numbers(second)).containsExactly(old.get(1));
        Changes third = since(second.newState(), 3);
        assertThat(StoreUnderTest.numbers(third)).containsExactlyElementsOf(old.subList(2, 5));
        assertThat(third.newState().continuation()).isEmpty();
        assertThat(third.hasMoreChanges()).isTrue();
        Changes fourth = since(third.newState(), 3);
        assertThat(fourth.destroyed()).containsExactlyInAnyOrder(created.get(4), old.get(0));
        assertThat(StoreUnderTest.numbers(fourth)).containsExactly(old.get(6));
        assertThat(fourth.hasMoreChanges()).isFalse();
        assertThat(fourth.newState()).isEqualTo(state());
    }

    @Test
    default void invalidStatesCannotBeCalculated() {
        create();
        State now = state();
        for (String text : List.of("s2-0", "s1-zzzz", "s1-0-zzz-b-0", "s1-1-1-b-0", "s1-0-1-c-2", "s1-0-1-b-zzzzzzz")) {
            State made = State.parse(text).orElseThrow();
            Optional<Changes> answer = store().read(scope(), s -> s.changes(TYPE, made, 10));
            assertThat(answer).as(text).isEmpty();
        }
        assertThat(since(now).hasMoreChanges()).isFalse();
        for (String text : List.of(
                "", "s", "s1", "1-1", "s1--1", "s-1-1", "S1-1", "s1-1 ", "s1-zzzzzzzzzzzzzzzz", "s1-1-2", "é")) {
            assertThat(State.parse(text)).as(text).isEmpty();
        }
        assertThatThrownBy(() -> since(now, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Covers({"CHG-08", "CHG-10", "CHG-11", "CHG-15"})
    default void purgeRaisesTheFloorAndKeepsTheState() {
        Scope bob = account("bob");
        State beginning = state();
        long n = create();
        write(tx -> tx.logDestroyed(TYPE, n));
        State floor = state();
        long kept = store().write(bob, tx -> tx.logCreated(TYPE, Facets.ALL));
        write(tx -> tx.logCreated("Bar", Facets.ALL));
        clock().move(Duration.ofDays(31));
        long late = create();
        State head = state();
        write(tx -> assertThat(tx.purgeChanges(TYPE, clock().now().minus(Duration.ofDays(30))))
                .hasValue(floor.sequence()));
        assertThat(state()).isEqualTo(head);
        assertThat(since(floor).created()).containsExactly(late);
        store().read(scope(), s -> {
            assertThat(s.floor(TYPE)).hasValue(floor.sequence());
            assertThat(s.floor("Bar")).isEmpty();
            assertThat(s.changes(TYPE, beginning, 10)).isEmpty();
            assertThat(s.changes(TYPE, new State(head.epoch(), floor.sequence() - 1), 10))
                    .isEmpty();
            assertThat(s.changes("Bar", beginning, 10)).isPresent();
            return true;
        });
        assertThat(store().read(bob, s -> s.changes(TYPE, beginning, 10))
                        .orElseThrow()
                        .created())
                .containsExactly(kept);
        // Purges again, with no change that is old enough: nothing is removed.
        write(tx -> assertThat(tx.purgeChanges(TYPE, clock().now().minus(Duration.ofDays(30))))
                .isEmpty());
        // Purges everything: the state itself is the floor, and its changes are empty.
        clock().move(Duration.ofDays(31));
        write(tx -> assertThat(tx.purgeChanges(TYPE, clock().now())).hasValue(head.sequence()));
        assertThat(state()).isEqualTo(head);
        assertThat(since(head).created()).isEmpty();
    }

    @Test
    default void idCanReappearAfterItsTombstoneWasPurged() {
        long n = create();
        write(tx -> tx.logDestroyed(TYPE, n));
        State destroyed = state();
        clock().move(Duration.ofDays(31));
        write(tx -> tx.purgeChanges(TYPE, clock().now()));
        write(tx -> tx.logRecreated(TYPE, n));
        assertThat(since(destroyed).created()).containsExactly(n);
    }

    @Test
    default void clockStepBackDoesNotExpireNewChanges() {
        create();
        clock().move(Duration.ofDays(-60));
        create();
        State head = state();
        write(tx -> assertThat(tx.purgeChanges(TYPE, clock().now().plus(Duration.ofDays(30))))
                .isEmpty());
        assertThat(state()).isEqualTo(head);
    }

    @Test
    @Covers(
            value = {"CHG-02", "CHG-07", "CHG-09"},
            part = "in the store")
    default void randomOperationsMatchTheModel() {
        long seed = Long.getLong("svc.seed", 20_260_101L);
        String figures = new ChangeLogSimulation(store(), scope(), clock(), seed).runSteps(5_000);
        System.out.println(getClass().getSimpleName() + ", seed " + seed + ": " + figures);
    }

    @Test
    @Tag("soak")
    @Covers(
            value = {"CHG-02", "CHG-07", "CHG-09"},
            part = "in the store")
    default void matchesTheModelForAMillionOperations() {
        for (long seed = 1; seed <= 50; seed++) {
            String figures = new ChangeLogSimulation(store(), account("life" + seed), clock(), seed).runSteps(20_000);
            System.out.println(getClass().getSimpleName() + ", seed " + seed + ": " + figures);
        }
    }
}
