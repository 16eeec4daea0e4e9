package svc.core.objects;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Utility methods for JSON objects as maps. */
public final class PlainValues {

    private PlainValues() {}

    /** Returns the members of an object. */
    @SuppressWarnings("unchecked")
    public // the JSON reader creates maps with strings as keys
    static Map<String, @Nullable Object> object(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }

    /**
     * Returns the object with its members sorted at all levels, so that two objects can be compared regardless of the
     * order.
     */
    public static Map<String, @Nullable Object> sorted(Map<?, ?> map) {
        Map<String, @Nullable Object> sorted = new TreeMap<>();
        map.forEach((name, value) -> sorted.put((String) name, sortedValue(value)));
        return sorted;
    }

    private static @Nullable Object sortedValue(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return sorted(map);
        }
        return value instanceof List<?> list
                ? list.stream().map(PlainValues::sortedValue).collect(Collectors.toCollection(ArrayList::new))
                : value;
    }
}
