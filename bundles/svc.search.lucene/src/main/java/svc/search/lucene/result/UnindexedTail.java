package svc.search.lucene;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an index does not know yet.
 *
 * @param hidden objects of which the index says nothing, or nothing that still holds
 * @param fresh texts that take their place
 * @param whole whether this is all
 */
record Tail(Set<Long> hidden, List<FreshText> fresh, boolean whole) {

    /** The index knows all. */
    static final Tail NONE = new Tail(Set.of(), List.of(), true);

    /** Those that match, the last in the order of answers first. */
    List<FreshText> matching(Wanted wanted) {
        List<FreshText> found = new ArrayList<>();
        for (FreshText text : fresh) {
            if (text.matches(wanted)) {
                found.add(text);
            }
        }
        found.sort((a, b) -> {
            int order = Long.compare(b.order(), a.order());
            return order == 0 ? Long.compare(b.n(), a.n()) : order;
        });
        return found;
    }

    /** Collects it. */
    static final class Builder {
        private final Set<Long> hidden = new HashSet<>();
        private final List<FreshText> fresh = new ArrayList<>();

        void hide(Iterable<Long> numbers) {
            numbers.forEach(hidden::add);
        }

        void add(FreshText text) {
            fresh.add(text);
        }

        Tail end(boolean whole) {
            return new Tail(hidden, fresh, whole);
        }
    }
}
