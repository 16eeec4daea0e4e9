package svc.guard;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Page;

/** Which part of a list. */
record PageOf(
        @Default(Page.USUAL) @Help("how many at once") int limit,

        @Help("where to go on: next of the part before") @Nullable
        String cursor) {

    /** The part of a list that is sorted by its key; the cursor is the key of the last one before. */
    <R> Page<R> of(List<R> sorted, Function<R, String> key) {
        int most = Page.limit(limit);
        String after = cursor;
        List<R> rest = after == null
                ? sorted
                : sorted.stream()
                        .filter(one -> key.apply(one).compareTo(after) > 0)
                        .toList();
        return Page.of(rest, most, sorted.size(), key);
    }
}
