package svc.api.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A consistent, read-only view of the data of one scope.
 *
 * <p>Only for the thread that runs the callback. Valid during the callback; afterwards every method throws an
 * {@link IllegalStateException}.
 *
 * <p>A <em>type</em> is a name such as {@code Email}: a letter, then at most 63 letters, digits and {@code : . _ -}. An
 * object is identified by its number, which is unique in its scope. The <em>generic table</em> of the store contains
 * the objects of types without tables of their own; the <em>body</em> of such an object is opaque to the store.
 */
@ProviderType
public interface Snapshot {

    /** Returns the scope of the data. */
    Scope scope();

    /**
     * Returns the state of a type. It increases with every change and never decreases, even when the change log is
     * purged.
     */
    State state(String type);

    /** Returns the types that ever changed in this scope. */
    Set<String> types();

    /**
     * Returns the oldest sequence number from which the changes of a type can be calculated. Empty if nothing was ever
     * purged; then every state is valid.
     */
    OptionalLong floor(String type);

    /**
     * Returns the changes of a type's objects since a state; each object at most once, by its net effect (RFC 8620
     * §5.2). If more than {@code max} objects changed, the new state of the result is a position inside the window: a
     * call with this state returns further changes, up to the end that the window had at the first call.
     *
     * @param type the type
     * @param since a state, or the new state of an earlier partial result
     * @param max the maximum number of objects in the result, 1 or more
     * @return empty if the changes cannot be calculated: the state is below {@link #floor}, of another epoch, or in the
     *     future
     */
    Optional<Changes> changes(String type, State since, int max);

    /**
     * Returns the state of the visible objects of a type. A change of an object that is not visible does not move it.
     * It never decreases, and it is never greater than {@link #state(String)}. While a container is not watched, the
     * state is the one of the whole type.
     */
    State state(String type, Visibility visibility);

    /**
     * Returns the changes of the visible objects since a state, paged like {@link #changes(String, State, int)}. An
     * object is <em>created</em> if it was not visible at the state and is now, <em>destroyed</em> if it was visible
     * and is not now, and <em>updated</em> if it was visible, still is, and changed in between or joined or left one of
     * the containers. In containers, the facets of a change are not recorded: an updated object has all of them. The
     * cost grows with the answer, not with the changes of the account.
     *
     * @param type the type
     * @param since a state of the same visibility, or the new state of an earlier partial result
     * @param max the maximum number of objects in the result, 1 or more
     * @return empty if the changes cannot be calculated: in addition to the cases of the whole type, a container is not
     *     watched, or was not yet watched at the state
     */
    Optional<Changes> changes(String type, State since, int max, Visibility visibility);

    /** Returns those of the objects that exist and are visible. */
    Set<Long> visible(String type, Visibility visibility, Collection<Long> numbers);

    /** Returns whether the changes of a type's objects in a container can be calculated, see {@link Transaction#watch}. */
    boolean isWatched(String type, long container);

    /**
     * Returns the state of the objects of some types in a container: that of their last change. Empty while the changes of
     * one of the types cannot be calculated.
     */
    Optional<State> watchedState(Collection<String> types, long container);

    /** Returns the containers in which the changes of a type's objects can be calculated. */
    Set<Long> watched(String type);

    /**
     * Returns the objects that are in a watched container, as the membership log has it. The result can be large; use
     * {@link #visible} for known objects.
     */
    Set<Long> members(String type, long container);

    /**
     * Returns objects that were created after a state and are destroyed again, in the order of their destruction.
     * {@link #changes} does not report such objects unless they existed before.
     *
     * @param type the type
     * @param since a state of this epoch that {@link #changes} still accepts; destructions below {@link #floor} are
     *     unknown
     * @param max the maximum number of objects in the result
     */
    List<Long> createdAndDestroyed(String type, State since, int max);

    /** Returns the number of the last change of each of the objects that exist. */
    Map<Long, Long> lastChanges(String type, Collection<Long> numbers);

    /**
     * Returns the number of the last change in one of the facets for each of the objects that exist; 0 for an object
     * without such a change.
     */
    Map<Long, Long> lastChanges(String type, Collection<Long> numbers, Facets facets);

    /**
     * Returns the number of the last change in a watched container for each of the objects that are in it: the object
     * joined it, or changed while it was in it. For an object that has not changed since the container is watched, the
     * number is that of the state at which the watch was complete. Empty while the container is not watched.
     */
    Map<Long, Long> lastChanges(String type, long container, Collection<Long> numbers);

    /**
     * Returns the objects in a watched container whose last change there has a higher number than {@code since}, with the
     * number of this change. Empty while the container is not watched, if {@code since} is before the watch was complete,
     * or if more than {@code max} objects changed or left the container.
     */
    Optional<Map<Long, Long>> lastChangesSince(String type, long container, long since, int max);

    /** Returns the body of an object in the generic table. */
    Optional<byte[]> body(String type, long n);

    /** Returns the bodies of the objects among {@code numbers} that exist. */
    Map<Long, byte[]> bodies(String type, Collection<Long> numbers);

    /**
     * Returns up to {@code max} bodies of a type in the order of their numbers, from the first number greater than
     * {@code after}.
     */
    List<Body> scan(String type, long after, int max);

    /** Returns up to {@code limit} numbers of the objects in the generic table, from a position on. */
    long[] numbers(String type, int skip, int limit);

    /** Returns how many objects in the generic table have a smaller number. */
    int rank(String type, long n);

    /** Returns how many objects of a type are in the generic table. */
    int count(String type);

    /**
     * Returns whether the index of a property has an entry for each object in the generic table; see
     * {@link Transaction#markIndexComplete}.
     */
    boolean isIndexed(String type, String property);

    /**
     * Returns the numbers of the objects in a key range of an index, ordered by key and then by number, ascending or
     * descending.
     *
     * @param type the type
     * @param stretch the key range
     * @param ascending whether the order is ascending
     * @param skip the number of entries to skip
     * @param limit the maximum number of entries
     */
    long[] scanIndex(String type, KeyRange stretch, boolean ascending, int skip, int limit);

    /** Returns the number of entries in a key range of an index. */
    int count(String type, KeyRange stretch);

    /** Returns how many entries of an index come before this one. */
    int rank(String type, IndexEntry entry);

    /** Returns the number of an account by its organization and name; only in the system scope. */
    OptionalLong findAccount(String organization, String name);

    /**
     * Returns access to the bundle's own tables. A store without tables throws an
     * {@link UnsupportedOperationException}.
     */
    Sql sql();

    /**
     * An object in the generic table.
     *
     * @param n the number of the object
     * @param bytes the body, which is opaque to the store; callers must not modify it
     */
    @SuppressWarnings("ArrayRecordComponent") // bodies are never compared, and copies would be too expensive
    record Body(long n, byte[] bytes) {}
}
