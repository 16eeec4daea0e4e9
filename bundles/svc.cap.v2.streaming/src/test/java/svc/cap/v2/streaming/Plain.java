package svc.cap.v2.streaming;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Plain values as tests need them. */
final class Plain {

    private Plain() {}

    @SuppressWarnings("unchecked") // what the reader makes has texts as keys
    static Map<String, @Nullable Object> object(@Nullable Object value) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked") // the test says what it expects
    static List<String> texts(@Nullable Object value) {
        return (List<String>) Objects.requireNonNull(value);
    }

    static Object some(@Nullable Object value) {
        return Objects.requireNonNull(value);
    }
}
