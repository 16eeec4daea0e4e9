package svc.core;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;

/**
 * Counts what the references of one request bring along. Each of two references may bring the whole of a result that two
 * others made: without an end to it a short request would fill the memory.
 */
final class Brought {

    private static final int MOST = 4 << 20;
    /** What a value costs however short it is. */
    private static final int VALUE = 16;
    /** To look through a result costs, too, but much less than to take it. */
    private static final int LOOK = 256;

    private long weight;

    /** A reference looked through a result of this length. */
    void looked(int length) {
        add(VALUE + length / LOOK);
    }

    /** A reference brought this. */
    void took(@Nullable Object value) {
        add(VALUE);
        if (value instanceof String text) {
            add(text.length());
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> {
                add(name.toString().length());
                took(member);
            });
        } else if (value instanceof Collection<?> list) {
            list.forEach(this::took);
        }
    }

    private void add(int more) {
        weight += more;
        if (weight > MOST) {
            throw new MethodError(
                    "invalidResultReference",
                    "The references of this request bring more than the server keeps. Ask in several requests.");
        }
    }
}
