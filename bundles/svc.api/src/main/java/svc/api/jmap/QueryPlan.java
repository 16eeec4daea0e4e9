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

    /** Whether an object that lives no more certainly stood after another; asked only of plans that are {@link #fixed}. */
    default boolean behind(long gone, long last) {
        return false;
    }

    /**
     * The types and facets on which the results depend. As long as an object of another type that is among them changed, what
     * became of the results cannot be told, and clients look anew.
     */
    Map<String, Facets> reads();
}
