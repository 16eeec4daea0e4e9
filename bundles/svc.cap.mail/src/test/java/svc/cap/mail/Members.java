package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds and casts JSON objects. Members can be null. */
public final class Members {

    private Members() {}

    /** Returns an object from alternating names and values. */
    public static Map<String, @Nullable Object> with(@Nullable Object... pairs) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }

    /** Casts a value to an object. */
    public static Map<String, @Nullable Object> map(@Nullable Object value) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        requireNonNull((Map<?, ?>) value).forEach((name, member) -> map.put((String) name, member));
        return map;
    }
}
