package svc.core;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects as the reader of JSON makes them. */
final class Plain {

    private Plain() {}

    /** The members of an object. */
    @SuppressWarnings("unchecked") // what the reader makes has texts as keys
    static Map<String, @Nullable Object> object(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }
}
