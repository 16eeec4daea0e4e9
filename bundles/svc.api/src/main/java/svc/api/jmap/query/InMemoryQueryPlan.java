package svc.api.jmap;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The way to answer a query whose results were all found at once. Nothing is kept of them but their numbers.
 *
 * <p>Threading and lifecycle: as for any {@link QueryPlan}.
 */
@ConsumerType
public abstract class ListedPlan implements QueryPlan {

    private final long[] found;
    private Map<Long, Integer> ranks = Map.of();

    /** With these results, in their order; the array is the plan's from now on. */
    protected ListedPlan(long[] found) {
        this.found = found;
    }

    @Override
    public final long[] ids(int from, int limit) {
        int last = (int) Math.min(found.length, (long) from + limit);
        return from >= last ? new long[0] : Arrays.copyOfRange(found, from, last);
    }

    @Override
    public final int total() {
        return found.length;
    }

    /** Most queries never ask, so the places are noted once somebody does. */
    @Override
    public final OptionalInt rank(long n) {
        if (ranks.size() < found.length) {
            Map<Long, Integer> places = new HashMap<>();
            for (int i = 0; i < found.length; i++) {
                places.put(found[i], i);
            }
            ranks = places;
        }
        Integer rank = ranks.get(n);
        return rank == null ? OptionalInt.empty() : OptionalInt.of(rank);
    }
}
