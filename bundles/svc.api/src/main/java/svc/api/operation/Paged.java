package svc.api.operation;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.store.ObjectId;

/** What the arguments of an operation that answers with a {@link Page} have in common. Threading: for records. */
public interface Paged {

    /** How many items there are on it at most, as it was asked for. */
    int limit();

    /** The one that the part before ended with; null for the first part. */
    @Nullable
    String cursor();

    /** The limit; refused when it is none. */
    default int most() {
        return Page.limit(limit());
    }

    /** The number behind which the part begins, where the cursor is an id of a type with this letter. */
    default long after(char letter) {
        String cursor = cursor();
        return cursor == null ? 0 : ObjectId.number(letter, cursor).orElseThrow(Page::badCursor);
    }

    /** The part of a list in memory that is sorted by its key; the cursor is the key of the last one before. */
    default <R> Page<R> of(List<R> sorted, Function<R, String> key) {
        String after = cursor();
        List<R> rest = after == null
                ? sorted
                : sorted.stream()
                        .filter(one -> key.apply(one).compareTo(after) > 0)
                        .toList();
        return Page.of(rest, most(), sorted.size(), key);
    }
}
