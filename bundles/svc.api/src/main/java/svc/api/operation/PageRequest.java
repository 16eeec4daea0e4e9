package svc.api.operation;

import java.util.List;
import java.util.function.Function;
import svc.api.store.ObjectId;

/**
 * The arguments of an operation that returns a {@link Page}.
 *
 * @param limit the requested number of items
 * @param cursor the cursor of the requested page, which is {@link Page#next} of the previous page; empty for the first
 *     page
 */
public record PageRequest(
        @Default(Page.DEFAULT_LIMIT) @Help("the maximum number of items")
        int limit,

        @Default("") @Help("the cursor of the page: the member next of the previous page")
        String cursor) {

    /** Returns the limit if it is valid, see {@link Page#checkLimit}. */
    public int checkedLimit() {
        return Page.checkLimit(limit);
    }

    /** Returns the object number of the cursor; 0 without a cursor. The cursor must be an id with this letter. */
    public long cursorNumber(char letter) {
        return cursor.isEmpty() ? 0 : ObjectId.parse(letter, cursor).orElseThrow(Page::badCursor);
    }

    /**
     * Returns the requested page of a list that is in memory and sorted by the key. The cursor is the key of the last
     * item of the previous page.
     */
    public <R> Page<R> page(List<R> sorted, Function<R, String> key) {
        List<R> rest = sorted.stream()
                .filter(one -> cursor.isEmpty() || key.apply(one).compareTo(cursor) > 0)
                .toList();
        return Page.of(rest, checkedLimit(), sorted.size(), key);
    }
}
