package svc.cap.v2.streaming;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Casts of plain values for tests. */
final class Casts {

    private Casts() {}

    @SuppressWarnings("unchecked") // the JSON reader makes maps with text keys
    static Map<String, @Nullable Object> object(@Nullable Object value) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked") // the test states the type that it expects
    static List<String> texts(@Nullable Object value) {
        return (List<String>) Objects.requireNonNull(value);
    }

    static Object some(@Nullable Object value) {
        return Objects.requireNonNull(value);
    }
}
