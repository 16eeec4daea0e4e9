package svc.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Objects as the reader of JSON makes them. */
final class Plain {

    private Plain() {}

    /** The members of an object. */
    @SuppressWarnings("unchecked") // what the reader makes has texts as keys
    static Map<String, @Nullable Object> object(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }

    /** The same with its members sorted, all the way down: who describes something need not care for an order. */
    static Map<String, @Nullable Object> sorted(Map<?, ?> map) {
        Map<String, @Nullable Object> sorted = new TreeMap<>();
        map.forEach((name, value) -> sorted.put((String) name, sortedValue(value)));
        return sorted;
    }

    private static @Nullable Object sortedValue(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return sorted(map);
        }
        return value instanceof List<?> list
                ? list.stream().map(Plain::sortedValue).collect(Collectors.toCollection(ArrayList::new))
                : value;
    }
}
