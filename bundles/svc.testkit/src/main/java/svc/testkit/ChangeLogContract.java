package svc.testkit;

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

/** What became of objects is told by its outcome, in pages of one window, and forgotten as a whole. */
interface ChangesContract extends StoreUnderTest {

    @Test
    default void aTypeThatNeverChangedHasAStateAndAnswersFromIt() {
        State first = state();
        assertThat(first.sequence()).isZero();
        Changes none = since(first);
        assertThat(none.until()).isEqualTo(first);
        assertThat(none.more()).isFalse();
        create();
        assertThat(since(first).created()).hasSize(1);
    }

    @Test
    default void aNewObjectsNumberIsTheNumberOfItsChange() {
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
        write(tx -> tx.updated(TYPE, n, Facets.of(1)));
        Changes changes = since(before);
        assertThat(changes.created()).containsExactly(n);
        assertThat(changes.updated()).isEmpty();
    }

    @Test
    @Covers("CHG-04")
    default void createdThenDestroyedIsLeftOutButTheStateMoves() {
        State before = state();
        long n = create();
        write(tx -> tx.destroyed(TYPE, n));
        Changes changes = since(before);
        assertThat(changes.created()).isEmpty();
        assertThat(changes.destroyed()).isEmpty();
        assertThat(changes.until().sequence()).isGreaterThan(before.sequence());
    }

    @Test
    @Covers("CHG-05")
    default void updatedThenDestroyedIsDestroyed() {
        long n = create();
        State before = state();
        write(tx -> tx.updated(TYPE, n, Facets.ALL));
        write(tx -> tx.destroyed(TYPE, n));
        Changes changes = since(before);
        assertThat(changes.destroyed()).containsExactly(n);
        assertThat(changes.updated()).isEmpty();
    }

    @Test
    @Covers("CHG-06")
    default void destroyedThenRecreatedIsUpdated() {
        long n = create();
        State before = state();
        write(tx -> tx.destroyed(TYPE, n));
        State dead = state();
        write(tx -> tx.recreated(TYPE, n));
        assertThat(StoreUnderTest.numbers(since(before))).containsExactly(n);
        assertThat(since(dead).created()).containsExactly(n);
        write(tx -> tx.destroyed(TYPE, n));
        assertThat(since(before).destroyed()).containsExactly(n);
        assertThat(since(dead).destroyed()).isEmpty();
    }

    @Test
    default void anUpdateTellsTheFacetsThatChangedSince() {
        long n = create();
        State before = state();
        write(tx -> tx.updated(TYPE, n, Facets.of(1)));
        State between = state();
        write(tx -> tx.updated(TYPE, n, Facets.of(0, 3)));
        assertThat(since(before).updated()).containsExactly(new Changes.Updated(n, Facets.of(0, 1, 3)));
        assertThat(since(between).updated()).containsExactly(new Changes.Updated(n, Facets.of(0, 3)));
    }

    @Test
    @Covers("CHG-02")
    default void aLongDeltaIsReadInPagesThatStayOneWindowWhileOthersWrite() {
        List<Long> old = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            old.add(create());
        }
        State before = state();
        write(tx -> old.subList(0, 5).forEach(n -> tx.updated(TYPE, n, Facets.ALL)));
        List<Long> born = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            born.add(create());
        }
        Changes first = since(before, 3);
        assertThat(first.created()).containsExactlyElementsOf(born.subList(0, 3));
        assertThat(first.more()).isTrue();
        // what changes now belongs to the next window, but for a birth that this one has to tell
        write(tx -> {
            tx.destroyed(TYPE, born.get(4));
            tx.destroyed(TYPE, old.get(0));
            tx.updated(TYPE, old.get(6), Facets.ALL);
        });
        Changes second = since(State.parse(first.until().toString()).orElseThrow(), 3);
        assertThat(second.created()).containsExactlyElementsOf(born.subList(3, 5));
        assertThat(StoreUnderTest.numbers(second)).containsExactly(old.get(1));
        Changes third = since(second.until(), 3);
        assertThat(StoreUnderTest.numbers(third)).containsExactlyElementsOf(old.subList(2, 5));
        assertThat(third.until().unread()).isEmpty();
        assertThat(third.more()).isTrue();
        Changes fourth = since(third.until(), 3);
        assertThat(fourth.destroyed()).containsExactlyInAnyOrder(born.get(4), old.get(0));
        assertThat(StoreUnderTest.numbers(fourth)).containsExactly(old.get(6));
        assertThat(fourth.more()).isFalse();
        assertThat(fourth.until()).isEqualTo(state());
    }

    @Test
    default void statesFromTheFutureAnotherEpochOrMadeUpCannotBeCalculated() {
        create();
        State now = state();
        for (String text : List.of("s2-0", "s1-zzzz", "s1-0-zzz-b-0", "s1-1-1-b-0", "s1-0-1-c-2", "s1-0-1-b-zzzzzzz")) {
            State made = State.parse(text).orElseThrow();
            Optional<Changes> answer = store().read(scope(), s -> s.changes(TYPE, made, 10));
            assertThat(answer).as(text).isEmpty();
        }
        assertThat(since(now).more()).isFalse();
        for (String text : List.of(
                "", "s", "s1", "1-1", "s1--1", "s-1-1", "S1-1", "s1-1 ", "s1-zzzzzzzzzzzzzzzz", "s1-1-2", "é")) {
            assertThat(State.parse(text)).as(text).isEmpty();
        }
        assertThatThrownBy(() -> since(now, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Covers({"CHG-08", "CHG-10", "CHG-11", "CHG-15"})
    default void aPurgeRaisesOneFloorAndLeavesTheStateAlone() {
        Scope bob = account("bob");
        State beginning = state();
        long n = create();
        write(tx -> tx.destroyed(TYPE, n));
        State floor = state();
        long kept = store().write(bob, tx -> tx.created(TYPE, Facets.ALL));
        write(tx -> tx.created("Bar", Facets.ALL));
        clock().move(Duration.ofDays(31));
        long late = create();
        State head = state();
        write(tx -> assertThat(tx.purge(TYPE, clock().now().minus(Duration.ofDays(30))))
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
        // again, with nothing old enough: nothing moves
        write(tx -> assertThat(tx.purge(TYPE, clock().now().minus(Duration.ofDays(30))))
                .isEmpty());
        // everything: the state itself is the floor and answers with nothing
        clock().move(Duration.ofDays(31));
        write(tx -> assertThat(tx.purge(TYPE, clock().now())).hasValue(head.sequence()));
        assertThat(state()).isEqualTo(head);
        assertThat(since(head).created()).isEmpty();
    }

    @Test
    default void anIdReturnsAfterItsTombstoneWasPurged() {
        long n = create();
        write(tx -> tx.destroyed(TYPE, n));
        State dead = state();
        clock().move(Duration.ofDays(31));
        write(tx -> tx.purge(TYPE, clock().now()));
        write(tx -> tx.recreated(TYPE, n));
        assertThat(since(dead).created()).containsExactly(n);
    }

    @Test
    default void aClockThatStepsBackDoesNotMakeOldWhatIsNew() {
        create();
        clock().move(Duration.ofDays(-60));
        create();
        State head = state();
        write(tx -> assertThat(tx.purge(TYPE, clock().now().plus(Duration.ofDays(30))))
                .isEmpty());
        assertThat(state()).isEqualTo(head);
    }

    @Test
    @Covers(
            value = {"CHG-02", "CHG-07", "CHG-09"},
            part = "in the store")
    default void aRandomLifeIsToldAsTheOracleTellsIt() {
        long seed = Long.getLong("svc.seed", 20_260_101L);
        String figures = new ChangeTrial(store(), scope(), clock(), seed).live(20_000);
        System.out.println(getClass().getSimpleName() + ", seed " + seed + ": " + figures);
    }

    @Test
    @Tag("soak")
    @Covers(
            value = {"CHG-02", "CHG-07", "CHG-09"},
            part = "in the store")
    default void aMillionOperationsAreToldAsTheOracleTellsThem() {
        for (long seed = 1; seed <= 50; seed++) {
            String figures = new ChangeTrial(store(), account("life" + seed), clock(), seed).live(20_000);
            System.out.println(getClass().getSimpleName() + ", seed " + seed + ": " + figures);
        }
    }
}
