package svc.api.jmap.query;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Facets;

/**
 * The plan that answers one query on one snapshot. Not thread-safe: only for the callback that uses the snapshot. The
 * engine closes the plan before that callback ends.
 */
@ConsumerType
public interface QueryPlan extends AutoCloseable {

    /** Returns up to {@code limit} object numbers from a position on. */
    long[] ids(int from, int limit);

    /** Returns the total number of results. */
    int total();

    /** Returns the position of an object; empty if it is not among the results. */
    OptionalInt position(long n);

    /** Returns whether {@link #position} is cheap enough to compute query changes. */
    default boolean hasCheapPositions() {
        return true;
    }

    /**
     * Returns whether the position of an object relative to the others, and its presence in the results, never change
     * between its creation and its destruction.
     */
    default boolean isStable() {
        return false;
    }

    /**
     * Returns whether the destroyed object {@code gone} was certainly placed after the object {@code last}. Called only
     * for plans that are {@link #isStable}.
     */
    default boolean wasAfter(long gone, long last) {
        return false;
    }

    /**
     * Returns the objects of the query's own type whose positions may have changed because of changed objects. If the
     * results contain only one object of each group, such as one email of each thread, all objects of an affected group
     * are returned. The engine calls this method for each type in {@link #dependencies} whose objects changed in one of
     * the facets that are listed there.
     *
     * @param type the type of the changed objects
     * @param changed the objects that were created, updated or destroyed
     * @return empty if the plan cannot determine the objects. A change of the query's own type then affects only the
     *     changed objects; after a change of another type, clients must run the query again
     */
    default Optional<Set<Long>> affectedBy(String type, Collection<Long> changed) {
        return Optional.empty();
    }

    /**
     * Returns the types and facets on which the results depend. If an object of another of these types than the query's
     * own changes, the query changes can be calculated only if {@link #affectedBy} returns the affected objects.
     * Otherwise, clients must run the query again.
     */
    Map<String, Facets> dependencies();

    /** Releases the resources of the plan, such as a searcher of a search index. Called also when the query failed. */
    @Override
    default void close() {
        // most plans hold no resources
    }
}
