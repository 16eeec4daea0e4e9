package svc.api.jmap;

import java.util.Map;
import java.util.OptionalInt;
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

    /** The types and facets on which the results depend. */
    Map<String, Facets> reads();
}
