package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects as clients write and read them; a member may be null. */
final class Members {

    private Members() {}

    /** Names and values in turn. */
    static Map<String, @Nullable Object> with(@Nullable Object... pairs) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }

    /** A value that is an object. */
    static Map<String, @Nullable Object> map(@Nullable Object value) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        requireNonNull((Map<?, ?>) value).forEach((name, member) -> map.put((String) name, member));
        return map;
    }
}
