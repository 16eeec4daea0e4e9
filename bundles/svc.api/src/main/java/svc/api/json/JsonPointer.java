package svc.api.json;

import java.util.List;
import java.util.Optional;

/** JSON pointers (RFC 6901): splits them into reference tokens and escapes tokens. Threading: stateless. */
public final class JsonPointer {

    private JsonPointer() {}

    /** Returns the unescaped reference tokens of a pointer (RFC 6901 §3); empty if the text is not a pointer. */
    public static Optional<List<String>> steps(String pointer) {
        if (pointer.isEmpty()) {
            return Optional.of(List.of());
        }
        return pointer.startsWith("/") ? relative(pointer.substring(1)) : Optional.empty();
    }

    /**
     * Returns the unescaped reference tokens of a pointer without the leading slash (RFC 8620 §5.3); empty if the text
     * is not one.
     */
    public static Optional<List<String>> relative(String pointer) {
        if (!isEscaped(pointer)) {
            return Optional.empty();
        }
        String[] steps = pointer.split("/", -1);
        for (int i = 0; i < steps.length; i++) {
            steps[i] = steps[i].replace("~1", "/").replace("~0", "~");
        }
        return Optional.of(List.of(steps));
    }

    /** Escapes a name as one reference token. */
    public static String step(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /**
     * Returns whether each tilde begins a valid escape, that is, whether the text is a pointer without the leading
     * slash.
     */
    public static boolean isEscaped(String pointer) {
        for (int i = pointer.indexOf('~'); i >= 0; i = pointer.indexOf('~', i + 1)) {
            if (!pointer.startsWith("~0", i) && !pointer.startsWith("~1", i)) {
                return false;
            }
        }
        return true;
    }
}
