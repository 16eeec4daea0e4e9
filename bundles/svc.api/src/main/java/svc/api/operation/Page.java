package svc.api.operation;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;

/**
 * A part of a list that may be long, in the order of the ids. An operation that answers with it takes the arguments
 * {@code limit} and {@code cursor}.
 *
 * @param items what is on it
 * @param next the cursor of the next part; left out on the last one
 * @param total how many there are on all parts together
 * @param <R> the record of an item
 */
public record Page<R>(List<R> items, @Nullable String next, long total) {

    /** How many items a part has unless something else is asked for, as the text of a {@link Default}. */
    public static final String USUAL = "100";

    /** How many it has at most. */
    public static final int MOST = 500;

    /** Copies the list. */
    public Page {
        items = List.copyOf(items);
    }

    /**
     * A part from what was found behind its cursor.
     *
     * @param found one more than the limit where there is more
     * @param limit as {@link #limit} let it pass
     * @param id of an item, which is the cursor of what follows it
     */
    public static <R> Page<R> of(List<R> found, int limit, long total, Function<? super R, String> id) {
        List<R> items = found.subList(0, Math.min(limit, found.size()));
        return new Page<>(items, found.size() > limit ? id.apply(items.get(limit - 1)) : null, total);
    }

    /** The same with its items as others see them. */
    public <V> Page<V> map(Function<? super R, V> view) {
        return new Page<>(items.stream().<V>map(view).toList(), next, total);
    }

    /** The limit that was asked for; refused when it is none. */
    public static int limit(int asked) {
        if (asked < 1 || asked > MOST) {
            String what = "must be a number from 1 to " + MOST;
            throw new OperationProblem(Reason.INVALID, "limit " + what + ".", List.of(new FieldError("limit", what)));
        }
        return asked;
    }

    /** What is said about a cursor that no part ended with. */
    public static OperationProblem badCursor() {
        String what = "is none that a list ended with";
        return new OperationProblem(
                Reason.INVALID,
                "cursor " + what + ". Leave it out to begin at the beginning.",
                List.of(new FieldError("cursor", what)));
    }
}
