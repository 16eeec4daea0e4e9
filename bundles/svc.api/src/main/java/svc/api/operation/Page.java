package svc.api.operation;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;

/**
 * A page of a list, in the order of the ids. An operation with this result takes a {@link PageRequest}.
 *
 * @param items the items of the page
 * @param next the cursor of the next page; null on the last page
 * @param total the number of items on all pages
 * @param <R> the record type of an item
 */
public record Page<R>(List<R> items, @Nullable String next, long total) {

    /** The default number of items, as the text of a {@link Default}. */
    public static final String DEFAULT_LIMIT = "100";

    /** The maximum number of items. */
    public static final int MOST = 500;

    /** Copies the list. */
    public Page {
        items = List.copyOf(items);
    }

    /**
     * Creates a page from the items that follow the cursor of the request.
     *
     * @param found the items, with one item beyond the limit if there are more
     * @param limit the limit, already validated by {@link #checkLimit}
     * @param total the number of items on all pages
     * @param id returns the id of an item; the id of the last item on a page is the cursor of the next page
     */
    public static <R> Page<R> of(List<R> found, int limit, long total, Function<? super R, String> id) {
        List<R> items = found.subList(0, Math.min(limit, found.size()));
        return new Page<>(items, found.size() > limit ? id.apply(items.get(limit - 1)) : null, total);
    }

    /** Returns the same page with converted items. */
    public <V> Page<V> map(Function<? super R, V> view) {
        return new Page<>(items.stream().<V>map(view).toList(), next, total);
    }

    /**
     * Returns the limit if it is valid.
     *
     * @throws OperationException the limit is out of range
     */
    public static int checkLimit(int asked) {
        if (asked < 1 || asked > MOST) {
            String what = "must be a number from 1 to " + MOST;
            throw new OperationException(Reason.INVALID, "limit " + what + ".", List.of(new FieldError("limit", what)));
        }
        return asked;
    }

    /** Returns the exception for an invalid cursor. */
    public static OperationException badCursor() {
        String what = "is not one that a list returned";
        return new OperationException(
                Reason.INVALID,
                "cursor " + what + ". Omit it to begin at the start of the list.",
                List.of(new FieldError("cursor", what)));
    }
}
