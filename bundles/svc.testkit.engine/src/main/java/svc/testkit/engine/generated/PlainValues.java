package svc.testkit.engine.generated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.json.JacksonJson;

/** Casts plain values to the expected type and fails the test if the type differs. */
public final class PlainValues {

    private static final Json.Binding JSON = new JacksonJson().binding(Json.Names.EXACT);

    private PlainValues() {}

    /** Returns a value as JSON. */
    public static String json(@Nullable Object value) {
        return JSON.text(value);
    }

    /** Reads JSON. */
    public static @Nullable Object read(byte[] json) {
        return JSON.read(json, Integer.MAX_VALUE);
    }

    /** Returns a value as JSON contains it. */
    public static @Nullable Object plain(@Nullable Object value) {
        return JSON.read(JSON.text(value));
    }

    public static Map<String, @Nullable Object> object(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new AssertionError("This is no object: " + value);
        }
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        map.forEach((name, member) -> object.put(String.valueOf(name), member));
        return object;
    }

    public static List<@Nullable Object> list(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw new AssertionError("This is no array: " + value);
        }
        return new ArrayList<>(list);
    }

    public static List<String> texts(@Nullable Object value) {
        return list(value).stream().map(PlainValues::text).toList();
    }

    public static String text(@Nullable Object value) {
        if (!(value instanceof String text)) {
            throw new AssertionError("This is no string: " + value);
        }
        return text;
    }

    /** Returns a copy of a map with one more entry; values may be null. */
    public static Map<String, @Nullable Object> with(
            Map<String, ? extends @Nullable Object> members, String name, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return more;
    }
}
