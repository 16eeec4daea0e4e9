package svc.search.lucene.index;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Objects to reindex although the change log contains no change of these objects.
 *
 * @param some single objects, in ascending order
 * @param after the last object that was read, if all are to be reindexed; empty otherwise
 */
public record ReindexRequest(List<Long> some, OptionalLong after) {

    /** Nothing to reindex. */
    static final ReindexRequest NONE = new ReindexRequest(List.of(), OptionalLong.empty());

    /** The maximum number of single objects. A request for more objects becomes a request for all objects. */
    private static final int MOST = 10_000;

    private static final String COMMA = ",";

    public ReindexRequest {
        some = List.copyOf(some);
    }

    public boolean none() {
        return some.isEmpty() && after.isEmpty();
    }

    /** Returns a request that also includes these objects, or all objects if {@code numbers} is empty. */
    public ReindexRequest and(Collection<Long> numbers) {
        TreeSet<Long> both = new TreeSet<>(some);
        both.addAll(numbers);
        return numbers.isEmpty() || both.size() > MOST
                ? new ReindexRequest(List.of(), OptionalLong.of(0))
                : new ReindexRequest(List.copyOf(both), after);
    }

    /**
     * Returns the remaining request.
     *
     * @param read the first objects, which were read
     * @param last whether there are no further objects
     */
    ReindexRequest without(List<Long> read, boolean last) {
        if (!some.isEmpty()) {
            return new ReindexRequest(some.subList(read.size(), some.size()), after);
        }
        return last ? NONE : new ReindexRequest(some, OptionalLong.of(read.get(read.size() - 1)));
    }

    /** Returns the single objects as the text that is stored with a commit. */
    String listed() {
        return some.stream().map(String::valueOf).collect(Collectors.joining(COMMA));
    }

    /**
     * Parses the texts that were stored with a commit.
     *
     * @throws NumberFormatException if the texts are malformed
     */
    static ReindexRequest of(String some, String after) {
        return new ReindexRequest(
                some.isEmpty()
                        ? List.of()
                        : Arrays.stream(some.split(COMMA)).map(Long::valueOf).toList(),
                after.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(after)));
    }
}
