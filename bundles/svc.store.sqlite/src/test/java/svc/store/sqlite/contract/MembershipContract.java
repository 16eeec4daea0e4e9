package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static svc.store.sqlite.contract.MembershipUnderTest.in;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.Visibility;

/** Tests of the membership log: the changes of the objects in some containers. */
interface MembershipContract extends MembershipUnderTest {

    @Test
    default void moveIsCreatedForOneContainerAndDestroyedForTheOther() {
        watch(A, B);
        long n = createIn(A);
        State before = state();
        write(tx -> {
            tx.logUpdated(TYPE, n, Facets.of(0));
            tx.left(TYPE, n, A);
            tx.joined(TYPE, n, B);
        });
        assertThat(since(before, in(A)).destroyed()).containsExactly(n);
        assertThat(since(before, in(B)).created()).containsExactly(n);
        Changes both = since(before, in(A, B));
        assertThat(StoreUnderTest.numbers(both)).containsExactly(n);
        assertThat(both.created()).isEmpty();
        assertThat(both.destroyed()).isEmpty();
    }

    @Test
    default void updateIsReportedWhereTheObjectIs() {
        watch(A, B);
        long n = createIn(A);
        State before = state();
        State ofB = state(in(B));
        write(tx -> tx.logUpdated(TYPE, n, Facets.of(2)));
        assertThat(since(before, in(A)).updated())
                .as("the facets are not recorded")
                .containsExactly(new Changes.Updated(n, Facets.ALL));
        assertThat(state(in(B)))
                .as("the state of the other container does not move")
                .isEqualTo(ofB);
    }

    @Test
    default void lastChangesOfAContainerDoNotCountChangesElsewhere() {
        long early = createIn(A);
        write(tx -> tx.watch(TYPE, A, List.of(), false));
        write(tx -> assertThat(tx.lastChanges(TYPE, A, List.of(early))).isEmpty());
        write(tx -> tx.watch(TYPE, A, List.of(early), true));
        long complete = state(in(A)).sequence();
        watch(B);
        long n = createIn(A);
        long joined = state(in(A)).sequence();
        write(tx -> {
            tx.logMoved(TYPE, n, Facets.of(0));
            tx.joined(TYPE, n, B);
        });
        write(tx -> assertThat(tx.lastChanges(TYPE, A, List.of(early, n, n + 1_000)))
                .containsOnly(entry(early, complete), entry(n, joined)));
        write(tx -> {
            tx.logUpdated(TYPE, early, Facets.of(0));
            tx.left(TYPE, n, A);
            assertThat(tx.lastChanges(TYPE, A, List.of(early, n))).containsOnlyKeys(early);
        });
        write(tx ->
                assertThat(tx.lastChanges(TYPE, A, List.of(early)).get(early)).isGreaterThan(joined));
    }

    @Test
    default void lastChangesSinceAreThoseOfObjectsThatStayedInTheContainer() {
        long early = createIn(A);
        write(tx -> tx.watch(TYPE, A, List.of(), false));
        write(tx -> assertThat(tx.lastChangesSince(TYPE, A, 0, 10)).isEmpty());
        write(tx -> tx.watch(TYPE, A, List.of(early), true));
        watch(B);
        long complete = state(in(A)).sequence();
        assertThat(lastChangesSince(complete, 10)).hasValue(Map.of());
        assertThat(lastChangesSince(complete - 1, 10))
                .as("before the watch was complete")
                .isEmpty();

        long joined = createIn(A);
        long left = createIn(A);
        createIn(B);
        long middle = state(in(A)).sequence();
        write(tx -> {
            tx.left(TYPE, left, A);
            tx.logUpdated(TYPE, early, Facets.of(0));
            assertThat(tx.lastChangesSince(TYPE, A, middle, 10).orElseThrow()).containsOnlyKeys(early);
        });
        Map<Long, Long> all = lastChangesSince(complete, 3).orElseThrow();
        assertThat(all).containsOnlyKeys(early, joined);
        assertThat(all.get(joined)).isLessThan(middle);
        assertThat(all).containsEntry(early, state(in(A)).sequence());
        assertThat(lastChangesSince(complete, 2))
                .as("three objects changed or left")
                .isEmpty();
    }

    private Optional<Map<Long, Long>> lastChangesSince(long since, int max) {
        return store().read(scope(), snapshot -> snapshot.lastChangesSince(TYPE, A, since, max));
    }

    @Test
    default void lastChangesOfNeighboursAreThoseOfTheChosenObjectsInTheContainer() {
        watch(A, B);
        long first = createIn(A);
        long elsewhere = createIn(B);
        long notChosen = createIn(A);
        long last = createIn(A);
        write(tx -> assertThat(tx.lastChanges(TYPE, A, List.of(last, first, elsewhere)))
                .as("without %s", notChosen)
                .containsOnlyKeys(first, last));
        write(tx -> assertThat(tx.lastChanges(TYPE, A, List.of())).isEmpty());
    }

    @Test
    default void moveIsNoChangeWhereTheObjectStays() {
        watch(A, B);
        long n = createIn(A);
        State before = state();
        State ofA = state(in(A));
        write(tx -> {
            tx.logMoved(TYPE, n, Facets.of(2));
            tx.joined(TYPE, n, B);
        });
        assertThat(since(before).updated()).containsExactly(new Changes.Updated(n, Facets.of(2)));
        assertThat(state(in(A))).isEqualTo(ofA);
        assertThat(since(before, in(B)).created()).containsExactly(n);
        assertThat(StoreUnderTest.numbers(since(before, in(A, B)))).containsExactly(n);
    }

    @Test
    default void destructionEndsAllMemberships() {
        watch(A, B);
        long n = createIn(A);
        write(tx -> tx.joined(TYPE, n, B));
        State before = state();
        write(tx -> tx.logDestroyed(TYPE, n));
        State destroyed = state();
        assertThat(since(before, in(A)).destroyed()).containsExactly(n);
        assertThat(since(before, in(A, B)).destroyed()).containsExactly(n);
        write(tx -> tx.logRecreated(TYPE, n));
        assertThat(since(destroyed, in(A, B)).created())
                .as("recreated, and in no container yet")
                .isEmpty();
        write(tx -> tx.joined(TYPE, n, B));
        assertThat(since(destroyed, in(A, B)).created()).containsExactly(n);
        assertThat(StoreUnderTest.numbers(since(before, in(A, B)))).containsExactly(n);
        assertThat(since(before, in(A)).destroyed()).containsExactly(n);
    }

    @Test
    default void returnedObjectIsUpdated() {
        watch(A);
        long n = createIn(A);
        State before = state();
        write(tx -> tx.left(TYPE, n, A));
        State between = state();
        write(tx -> tx.joined(TYPE, n, A));
        assertThat(since(before, in(A)).updated()).containsExactly(new Changes.Updated(n, Facets.ALL));
        assertThat(since(between, in(A)).created()).containsExactly(n);
    }

    @Test
    default void joiningTwiceIsAChangeAndLeavingTwiceIsNone() {
        watch(A);
        long n = createIn(A);
        State before = state();
        write(tx -> tx.joined(TYPE, n, A));
        assertThat(StoreUnderTest.numbers(since(before, in(A)))).containsExactly(n);
        write(tx -> tx.left(TYPE, n, A));
        State left = state(in(A));
        write(tx -> tx.left(TYPE, n, A));
        assertThat(state(in(A))).isEqualTo(left);
    }

    @Test
    default void objectThatDoesNotExistCannotJoin() {
        watch(A);
        long n = createIn(A);
        write(tx -> tx.logDestroyed(TYPE, n));
        assertThatThrownBy(() -> write(tx -> tx.joined(TYPE, n, A))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> write(tx -> tx.joined(TYPE, n + 100, A))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    default void chosenObjectsHaveTheirOwnStateAndChanges() {
        long a = create();
        long b = create();
        Visibility onlyA = new Visibility.Objects(Set.of(a, 1_000_000L));
        State before = state(onlyA);
        assertThat(before.sequence()).isEqualTo(a);
        write(tx -> tx.logUpdated(TYPE, b, Facets.of(1)));
        assertThat(state(onlyA)).isEqualTo(before);
        assertThat(StoreUnderTest.numbers(since(before, onlyA))).isEmpty();
        write(tx -> tx.logUpdated(TYPE, a, Facets.of(1)));
        assertThat(since(before, onlyA).updated()).containsExactly(new Changes.Updated(a, Facets.of(1)));
        assertThat(since(new State(1, 0), onlyA).created()).containsExactly(a);
        write(tx -> tx.logDestroyed(TYPE, a));
        State destroyed = state(onlyA);
        assertThat(since(before, onlyA).destroyed()).containsExactly(a);
        write(tx -> tx.logRecreated(TYPE, a));
        assertThat(since(destroyed, onlyA).created()).containsExactly(a);
        assertThat(StoreUnderTest.numbers(since(before, onlyA))).containsExactly(a);
        store().read(scope(), s -> {
            assertThat(s.visible(TYPE, onlyA, List.of(a, b, 9_999L))).containsExactly(a);
            assertThat(s.visible(TYPE, new Visibility.All(), List.of(a, b, 9_999L)))
                    .containsExactlyInAnyOrder(a, b);
            assertThat(s.state(TYPE, new Visibility.All())).isEqualTo(s.state(TYPE));
            return true;
        });
    }

    @Test
    default void containersOfAnotherAccountAndTypeAreSeparate() {
        watch(A);
        Scope bob = account("bob");
        store().write(bob, tx -> {
            tx.watch(TYPE, A, List.of(), true);
            tx.joined(TYPE, tx.logCreated(TYPE, Facets.ALL), A);
            return true;
        });
        write(tx -> {
            tx.watch("Bar", A, List.of(), true);
            tx.joined("Bar", tx.logCreated("Bar", Facets.ALL), A);
        });
        assertThat(since(new State(1, 0), in(A)).created()).isEmpty();
    }

    @Test
    default void changesAreVisibleInTheTransactionThatMakesThem() {
        watch(A);
        write(tx -> {
            State before = tx.state(TYPE, in(A));
            long n = tx.logCreated(TYPE, Facets.ALL);
            tx.joined(TYPE, n, A);
            assertThat(tx.changes(TYPE, before, 10, in(A)).orElseThrow().created())
                    .containsExactly(n);
            assertThat(tx.visible(TYPE, in(A), List.of(n))).containsExactly(n);
            tx.left(TYPE, n, A);
            assertThat(tx.changes(TYPE, before, 10, in(A)).orElseThrow().created())
                    .isEmpty();
            assertThat(tx.visible(TYPE, in(A), List.of(n))).isEmpty();
        });
    }
}
