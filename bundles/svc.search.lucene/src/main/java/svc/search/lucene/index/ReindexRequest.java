package svc.search.lucene;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Objects whose texts are to be read anew although nothing says that they changed.
 *
 * @param some single ones, rising
 * @param after of all the last one that was read; empty where not all are to be read
 */
record Renewal(List<Long> some, OptionalLong after) {

    /** Nothing is. */
    static final Renewal NONE = new Renewal(List.of(), OptionalLong.empty());

    /** Whoever names more may as well have all. */
    private static final int MOST = 10_000;

    private static final String COMMA = ",";

    /** Copies the list. */
    Renewal {
        some = List.copyOf(some);
    }

    boolean none() {
        return some.isEmpty() && after.isEmpty();
    }

    /** These as well; all where there are none. */
    Renewal and(Collection<Long> numbers) {
        TreeSet<Long> both = new TreeSet<>(some);
        both.addAll(numbers);
        return numbers.isEmpty() || both.size() > MOST
                ? new Renewal(List.of(), OptionalLong.of(0))
                : new Renewal(List.copyOf(both), after);
    }

    /**
     * What is left.
     *
     * @param read those that were read, the first ones
     * @param last whether no others live
     */
    Renewal past(List<Long> read, boolean last) {
        if (!some.isEmpty()) {
            return new Renewal(some.subList(read.size(), some.size()), after);
        }
        return last ? NONE : new Renewal(some, OptionalLong.of(read.get(read.size() - 1)));
    }

    /** As it goes with a commit. */
    String listed() {
        return some.stream().map(String::valueOf).collect(Collectors.joining(COMMA));
    }

    /**
     * As it came with a commit.
     *
     * @throws NumberFormatException it is not like ours
     */
    static Renewal of(String some, String after) {
        return new Renewal(
                some.isEmpty()
                        ? List.of()
                        : Arrays.stream(some.split(COMMA)).map(Long::valueOf).toList(),
                after.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(after)));
    }
}
