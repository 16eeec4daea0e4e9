package svc.core.methods;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.jmap.type.GuestAccess;
import svc.api.store.Changes;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Visibility;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.RegisteredType;

/**
 * The objects of a type that a caller may see in an account. The methods treat all other objects as if they did not
 * exist.
 *
 * @param type the type
 * @param account the account
 * @param visibility which objects the caller may see
 */
public record VisibleObjects(RegisteredType type, AccountContext account, Visibility visibility) {

    public static VisibleObjects of(RegisteredType type, AccountContext account) {
        return new VisibleObjects(type, account, type.descriptor().visibility(account.accessible()));
    }

    /** Returns the visible objects of another type in the same account. */
    VisibleObjects of(RegisteredType other) {
        return of(other, account);
    }

    /** Returns whether the caller may see all objects. */
    boolean isAll() {
        return visibility instanceof Visibility.All;
    }

    /** Returns whether the caller can change none of the objects. */
    boolean isReadOnly() {
        return type.descriptor().isReadOnly(account.accessible());
    }

    /** Returns the state string of a state. */
    public String text(State state) {
        return account.text(state, type.descriptor());
    }

    /** Parses a state string; empty if it is malformed or belongs to other sharing rights. */
    Optional<State> parse(String text) {
        return account.state(text, type.descriptor());
    }

    State state(Snapshot snapshot) {
        return isAll() ? snapshot.state(type.name()) : snapshot.state(type.name(), logged(snapshot));
    }

    /**
     * Returns the visibility for the membership log: a user who has not created objects that would belong to the user
     * has no container yet, and sees no objects.
     */
    private Visibility logged(Snapshot snapshot) {
        boolean ownObjects =
                type.descriptor().guests().filter(GuestAccess::ownObjects).isPresent();
        return ownObjects
                        && visibility instanceof Visibility.InContainers in
                        && !in.containers().stream().allMatch(container -> snapshot.isWatched(type.name(), container))
                ? new Visibility.InContainers(Set.of())
                : visibility;
    }

    /**
     * Returns the state; empty while a container is not watched completely, because the state would tell of all changes
     * of the type.
     */
    public Optional<State> knownState(Snapshot snapshot) {
        State state = state(snapshot);
        boolean known = !(logged(snapshot) instanceof Visibility.InContainers in)
                || !state.equals(snapshot.state(type.name()))
                || in.containers().stream().allMatch(container -> snapshot.isWatched(type.name(), container));
        return known ? Optional.of(state) : Optional.empty();
    }

    /** Returns the changes since a state; empty if they cannot be calculated. */
    Optional<Changes> changes(Snapshot snapshot, State since, int max) {
        return isAll()
                ? snapshot.changes(type.name(), since, max)
                : snapshot.changes(type.name(), since, max, logged(snapshot));
    }

    /** Returns those of the numbers whose objects the caller may see, in the same order. */
    public List<Long> among(Snapshot snapshot, Collection<Long> numbers) {
        if (isAll() || numbers.isEmpty()) {
            return List.copyOf(numbers);
        }
        Set<Long> visible = type.source().visible(snapshot, visibility, numbers);
        return numbers.stream().filter(visible::contains).toList();
    }

    /** Returns the numbers of the visible objects; if there are more than {@code max}, at least so many of them. */
    List<Long> numbers(Snapshot snapshot, int max) {
        return isAll() ? type.source().numbers(snapshot, 0, max) : type.source().numbers(snapshot, visibility, max);
    }
}
