package svc.core.objects;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;

/** Utility methods for JSON objects as maps. */
public final class PlainValues {

    private PlainValues() {}

    /** Returns the members of an object. */
    @SuppressWarnings("unchecked")
    public // the JSON reader creates maps with strings as keys
    static Map<String, @Nullable Object> object(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }

    /** Returns whether two values are equal as JSON: numbers and times by value, and objects regardless of the order. */
    public static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one instanceof Number number && other instanceof Number another) {
            return number.doubleValue() == another.doubleValue();
        }
        if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> another) {
            return map.keySet().equals(another.keySet())
                    && map.keySet().stream().allMatch(key -> same(map.get(key), another.get(key)));
        }
        if (one instanceof List<?> list && other instanceof List<?> another) {
            return list.size() == another.size()
                    && IntStream.range(0, list.size()).allMatch(i -> same(list.get(i), another.get(i)));
        }
        return Objects.equals(one, other)
                || JmapDates.utc(one)
                        .filter(time -> JmapDates.utc(other).equals(Optional.of(time)))
                        .isPresent();
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
