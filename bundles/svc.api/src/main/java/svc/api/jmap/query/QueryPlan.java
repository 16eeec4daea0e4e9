package svc.api.jmap;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Facets;

/**
 * The way to answer one query on one snapshot. Threading and lifecycle: for the work on that snapshot.
 */
@ConsumerType
public interface QueryPlan {

    /** The numbers from a position on, at most so many. */
    long[] ids(int from, int limit);

    /** How many there are in all. */
    int total();

    /** The position of an object; empty when it is not among the results. */
    OptionalInt rank(long n);

    /** Whether {@link #rank} costs little enough to tell what changed. */
    default boolean ranks() {
        return true;
    }

    /** Whether an object, once born, never moves among the results, nor in or out of them, until it is destroyed. */
    default boolean fixed() {
        return false;
    }

    /** Whether an object that lives no more certainly stood after another; asked only of plans that are {@link #fixed}. */
    default boolean behind(long gone, long last) {
        return false;
    }

    /**
     * The objects of the query's own type whose places may have changed because these did: of results that show one of a group,
     * the whole group. Asked for each type of {@link #reads} of which objects changed in a facet that is read.
     *
     * @param type whose objects changed
     * @param changed those that were created, updated or destroyed
     * @return empty when the plan knows nothing of it: objects of the query's own type then moved but themselves, and after a
     *     change of another type clients look anew
     */
    default Optional<Set<Long>> touched(String type, Collection<Long> changed) {
        return Optional.empty();
    }

    /**
     * The types and facets on which the results depend. Once an object of another type among them changed, and the plan does not
     * know what that {@link #touched}, what became of the results cannot be told, and clients look anew.
     */
    Map<String, Facets> reads();
}
