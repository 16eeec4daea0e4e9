package svc.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of a JSON pointer (RFC 6901 §3). */
final class Pointer {

    private Pointer() {}

    /** The steps of a pointer as it is written; empty for a text that is none. */
    static Optional<List<String>> steps(String pointer) {
        if (pointer.isEmpty()) {
            return Optional.of(List.of());
        }
        return pointer.startsWith("/") ? relative(pointer.substring(1)) : Optional.empty();
    }

    /** The steps of a pointer that is written without its first slash (RFC 8620 §5.3). */
    static Optional<List<String>> relative(String pointer) {
        List<String> steps = new ArrayList<>();
        for (String step : pointer.split("/", -1)) {
            if (!escaped(step)) {
                return Optional.empty();
            }
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        }
        return Optional.of(steps);
    }

    /** A name as a step of a pointer. */
    static String step(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** Whether each tilde begins one of the two escapes. */
    private static boolean escaped(String step) {
        for (int i = step.indexOf('~'); i >= 0; i = step.indexOf('~', i + 1)) {
            if (!step.startsWith("~0", i) && !step.startsWith("~1", i)) {
                return false;
            }
        }
        return true;
    }
}
