package svc.core.dispatch;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;

/**
 * Bounds the values copied by result references in one request (RFC 8620 §3.7). The size of nested references can grow
 * exponentially. The bound prevents a short request from exhausting the memory.
 */
final class ResultReferenceBudget {

    private static final int MOST = 4 << 20;
    /** The base cost of each value. */
    private static final int VALUE = 16;
    /** The number of bytes of a result whose search costs 1. Searching costs much less than copying. */
    private static final int SEARCH = 256;

    private long cost;

    /** Adds the cost of searching a result of this length. */
    void addSearch(int length) {
        add(VALUE + length / SEARCH);
    }

    /** Adds the cost of a copied value. */
    void addValue(@Nullable Object value) {
        add(VALUE);
        if (value instanceof String text) {
            add(text.length());
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> {
                add(name.toString().length());
                addValue(member);
            });
        } else if (value instanceof Collection<?> list) {
            list.forEach(this::addValue);
        }
    }

    private void add(int more) {
        cost += more;
        if (cost > MOST) {
            throw new MethodError(
                    "invalidResultReference",
                    "The result references of this request copy too many values. Split it into several requests.");
        }
    }
}
