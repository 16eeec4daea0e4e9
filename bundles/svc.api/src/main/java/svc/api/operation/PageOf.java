package svc.api.operation;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.store.ObjectId;

/**
 * The arguments of an operation that answers with a {@link Page} and takes nothing else.
 *
 * @param limit how many items there are on it at most
 * @param cursor the one that the part before ended with; null for the first
 */
public record PageOf(
        @Default(Page.USUAL) @Help("how many at once") int limit,

        @Help("where to go on: next of the part before") @Nullable
        String cursor) {

    /** How many items there are on it at most; refused when it is no number that can be asked for. */
    public int most() {
        return Page.limit(limit);
    }

    /** The number behind which it begins, where the cursor is an id of a type with this letter. */
    public long after(char letter) {
        return cursor == null ? 0 : ObjectId.number(letter, cursor).orElseThrow(Page::badCursor);
    }

    /** The part of a list in memory that is sorted by its key; the cursor is the key of the last one before. */
    public <R> Page<R> of(List<R> sorted, Function<R, String> key) {
        int most = most();
        String after = cursor;
        List<R> rest = after == null
                ? sorted
                : sorted.stream()
                        .filter(one -> key.apply(one).compareTo(after) > 0)
                        .toList();
        return Page.of(rest, most, sorted.size(), key);
    }
}
