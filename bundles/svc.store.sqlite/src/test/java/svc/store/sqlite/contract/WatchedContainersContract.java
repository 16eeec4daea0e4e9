package svc.store.sqlite.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.store.sqlite.contract.MembershipUnderTest.in;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import svc.api.store.Facets;
import svc.api.store.State;

/** Tests of the membership log: which containers are watched, from when on, and until when. */
interface WatchedContainersContract extends MembershipUnderTest {

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
        watch(A);
        write(tx -> {
            State before = tx.watchedState(Set.of(TYPE), A).orElseThrow();
            long n = tx.logCreated(TYPE, Facets.ALL);
            tx.joined(TYPE, n, A);
            assertThat(tx.watchedState(Set.of(TYPE), A).orElseThrow().sequence())
                    .isGreaterThan(before.sequence());
            assertThat(tx.watchedState(Set.of(TYPE), A)).contains(tx.state(TYPE, in(A)));
            assertThat(tx.watchedState(Set.of(TYPE), B)).isEmpty();
        });
    }

    @Test
    default void stateOfSeveralTypesIsThatOfTheLastChange() {
        Set<String> both = Set.of(TYPE, "Other");
        watch(A);
        assertThat(watchedState(both)).as("one type is not watched").isEmpty();
        write(tx -> tx.watch("Other", A, List.of(), true));
        createIn(A);
        assertThat(watchedState(both)).contains(state(in(A)));
        write(tx -> tx.joined("Other", tx.logCreated("Other", Facets.ALL), A));
        assertThat(watchedState(both).orElseThrow().sequence())
                .isGreaterThan(state(in(A)).sequence());
    }

    private Optional<State> watchedState(Set<String> types) {
        return store().read(scope(), snapshot -> snapshot.watchedState(types, A));
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
}
