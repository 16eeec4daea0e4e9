package svc.api.jmap.query;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A query plan whose results were all found at once. It keeps only the object numbers.
 *
 * <p>Threading and lifecycle: as for every {@link QueryPlan}.
 */
@ConsumerType
public abstract class InMemoryQueryPlan implements QueryPlan {

    private final long[] found;
    private Map<Long, Integer> ranks = Map.of();

    /** Creates the plan with the results in order. The plan takes ownership of the array. */
    public InMemoryQueryPlan(long[] found) {
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

    /** Builds the position map at the first call, because most queries never request a position. */
    @Override
    public final OptionalInt position(long n) {
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
