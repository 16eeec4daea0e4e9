package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static svc.store.sqlite.contract.MembershipUnderTest.in;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
    default void membersAreThoseOfTheLogAndOnlyCompleteContainersAreListed() {
        write(tx -> tx.watch(TYPE, C, List.of(), false));
        watch(B, A);
        long n = createIn(A);
        long gone = createIn(A);
        write(tx -> tx.left(TYPE, gone, A));
        write(tx -> {
            assertThat(tx.watched(TYPE)).containsExactly(A, B);
            assertThat(tx.members(TYPE, B)).isEmpty();
            assertThat(tx.watched("Other")).isEmpty();
        });
        write(tx -> assertThat(tx.members(TYPE, A)).containsExactly(n));
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
    default void unwatchedContainerCostsNoSequenceNumber() {
        long n = createIn(A);
        State before = state();
        write(tx -> {
            tx.joined(TYPE, n, B);
            tx.left(TYPE, n, A);
        });
        assertThat(state()).isEqualTo(before);
        assertThat(changes(before, 10, in(A))).isEmpty();
        assertThat(state(in(A))).isEqualTo(before);
        assertThat(store().<Boolean>read(scope(), s -> s.isWatched(TYPE, A))).isFalse();
    }

    @Test
    default void writeSeesTheStateOfAWatchedContainerAfterItsOwnChanges() {
        write(tx -> tx.watch(TYPE, A, List.of(), true));
        write(tx -> {
            State before = tx.watchedState(TYPE, A).orElseThrow();
            long n = tx.logCreated(TYPE, Facets.ALL);
            tx.joined(TYPE, n, A);
            assertThat(tx.watchedState(TYPE, A).orElseThrow().sequence()).isGreaterThan(before.sequence());
            assertThat(tx.watchedState(TYPE, A)).contains(tx.state(TYPE, in(A)));
            assertThat(tx.watchedState(TYPE, B)).isEmpty();
        });
    }

    @Test
    default void containerIsWatchedInPortionsWhileItChanges() {
        List<Long> members = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            members.add(createIn(A));
        }
        State before = state();
        write(tx -> tx.watch(TYPE, A, members.subList(0, 2), false));
        assertThat(changes(before, 10, in(A))).isEmpty();
        long late = createIn(A);
        write(tx -> {
            tx.left(TYPE, members.get(0), A);
            tx.left(TYPE, members.get(5), A);
            tx.logUpdated(TYPE, members.get(1), Facets.ALL);
        });
        write(tx -> tx.watch(TYPE, A, members.subList(2, 4), false));
        // The task begins again, as after a restart.
        write(tx -> tx.watch(TYPE, A, members.subList(1, 3), false));
        write(tx -> tx.watch(TYPE, A, List.of(members.get(3), members.get(4), late), true));
        State complete = state(in(A));
        assertThat(changes(before, 10, in(A))).isEmpty();
        assertThat(complete).isEqualTo(state());
        Set<Long> expected = new HashSet<>(members.subList(1, 5));
        expected.add(late);
        assertThat(store().<Set<Long>>read(scope(), s -> s.visible(TYPE, in(A), allOf(members, late))))
                .isEqualTo(expected);
        assertThat(since(complete, in(A)).created()).isEmpty();
        write(tx -> members.subList(1, 5).forEach(n -> tx.logDestroyed(TYPE, n)));
        assertThat(since(complete, in(A)).destroyed()).containsExactlyElementsOf(members.subList(1, 5));
        // A container that is watched stays as it is.
        write(tx -> tx.watch(TYPE, A, List.of(), true));
        assertThat(since(complete, in(A)).destroyed()).hasSize(4);
    }

    private static List<Long> allOf(List<Long> some, long further) {
        List<Long> all = new ArrayList<>(some);
        all.add(further);
        return all;
    }

    @Test
    default void containerThatIsNoLongerWatchedHasNoChangesAndOthersStay() {
        watch(A, B);
        long n = createIn(A);
        long other = createIn(B);
        State before = state();
        write(tx -> {
            tx.left(TYPE, n, A);
            tx.joined(TYPE, n, B);
            tx.unwatch(TYPE, A);
            assertThat(tx.isWatched(TYPE, A)).isFalse();
            assertThat(tx.joined(TYPE, other, A)).isFalse();
        });
        write(tx -> {
            assertThat(tx.watched(TYPE)).containsExactly(B);
            assertThat(tx.members(TYPE, A)).isEmpty();
            tx.unwatch(TYPE, A);
            tx.unwatch("Other", A);
            long sequence = tx.state(TYPE).sequence();
            assertThat(tx.joined(TYPE, other, A)).isFalse();
            assertThat(tx.state(TYPE).sequence()).isEqualTo(sequence);
        });
        assertThat(changes(before, 10, in(A))).isEmpty();
        assertThat(changes(before, 10, in(A, B))).isEmpty();
        assertThat(since(before, in(B)).created()).containsExactly(n);
        State later = state();
        watch(A);
        assertThat(changes(before, 10, in(A))).isEmpty();
        long again = createIn(A);
        assertThat(since(later, in(A)).created()).containsExactly(again);
    }

    @Test
    default void rolledBackEndLeavesTheContainerWatched() {
        watch(A);
        State before = state();
        write(tx -> assertThatThrownBy(() -> tx.withSavepoint(() -> {
                    tx.unwatch(TYPE, A);
                    throw new UnsupportedOperationException();
                }))
                .isInstanceOf(UnsupportedOperationException.class));
        long n = createIn(A);
        assertThat(since(before, in(A)).created()).containsExactly(n);
    }

    @Test
    default void rolledBackPartLeavesTheContainerUnwatched() {
        State before = state();
        write(tx -> {
            assertThatThrownBy(() -> tx.withSavepoint(() -> {
                        tx.watch(TYPE, A, List.of(), true);
                        long n = tx.logCreated(TYPE, Facets.ALL);
                        tx.joined(TYPE, n, A);
                        throw new UnsupportedOperationException();
                    }))
                    .isInstanceOf(UnsupportedOperationException.class);
            long n = tx.logCreated(TYPE, Facets.ALL);
            tx.joined(TYPE, n, A);
            assertThat(tx.isWatched(TYPE, A)).isFalse();
            assertThat(tx.state(TYPE).sequence()).isEqualTo(n);
        });
        assertThat(changes(before, 10, in(A))).isEmpty();
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
