package svc.api.store;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One scope's data at one moment.
 *
 * <p>Threading: for the thread that runs the work, nobody else. Lifecycle: valid during the work and not a moment longer;
 * afterwards every method throws an {@link IllegalStateException}.
 *
 * <p>A <em>type</em> is a name such as {@code Email}: a letter, then at most 63 letters, digits and {@code : . _ -}. An
 * object is known by its number, unique in its scope.
 */
@ProviderType
public interface Snapshot {

    /** Whose data this is. */
    Scope scope();

    /** The state of a type: moves with every change and never goes back, also not when the log is purged. */
    State state(String type);

    /** The types that ever changed in this scope. */
    Set<String> types();

    /**
     * The oldest sequence from which the changes of a type can still be told; empty when nothing was ever purged, and then
     * every state answers.
     */
    OptionalLong floor(String type);

    /**
     * What became of the objects of a type since a state: each object at most once, by its outcome alone (RFC 8620 §5.2).
     * When there is more than {@code max}, the answer's new state continues the same frozen window.
     *
     * @param since a state or the continuation of an earlier answer
     * @param max how many objects the answer may name, 1 or more
     * @return empty when it cannot be calculated: below the floor, from another epoch, or from the future
     */
    Optional<Changes> changes(String type, State since, int max);

    /**
     * Objects whose last life began after a state and has ended, in the order in which they ended: of those that had no earlier one
     * {@link #changes} says nothing, as if they had never been.
     *
     * @param since a state of this epoch from which {@link #changes} still calculates: of what ended below the floor nothing is known
     * @param max how many to name at most
     */
    List<Long> passed(String type, State since, int max);

    /** The number of the last change of each of those objects of a type that live. */
    Map<Long, Long> lastChanges(String type, Collection<Long> numbers);

    /** The body of an object of the generic table. */
    Optional<byte[]> body(String type, long n);

    /** The bodies of those of {@code numbers} that exist. */
    Map<Long, byte[]> bodies(String type, Collection<Long> numbers);

    /** The bodies of a type in the order of their numbers: those beyond {@code after}, at most {@code max}. */
    List<Body> scan(String type, long after, int max);

    /** The numbers of the objects of the generic table, from a position on, at most {@code limit}. */
    long[] numbers(String type, int skip, int limit);

    /** How many objects of the generic table have a smaller number. */
    int rank(String type, long n);

    /** How many objects of a type the generic table holds. */
    int count(String type);

    /** Whether the index of a property holds an entry for each object of the generic table; see {@link Transaction#indexed}. */
    boolean isIndexed(String type, String property);

    /**
     * The numbers of the objects in a stretch of an index, in the order of keys and then of numbers, or the other way round.
     *
     * @param skip how many to leave out first
     */
    long[] walk(String type, Stretch stretch, boolean ascending, int skip, int limit);

    /** How many entries a stretch of an index has. */
    int count(String type, Stretch stretch);

    /** How many entries of an index come before this one. */
    int rank(String type, IndexEntry entry);

    /** The number of an account by the names it has outside; only in the scope of the system. */
    OptionalLong account(String organization, String name);

    /** The bundle's own tables. A store without tables refuses with an {@link UnsupportedOperationException}. */
    Sql sql();

    /**
     * An object of the generic table.
     *
     * @param n its number
     * @param bytes its body, which the store neither reads nor changes; whoever gets it must not change it either
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; a copy per object would cost more than it protects
    record Body(long n, byte[] bytes) {}
}
