package svc.core;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonSink;

/**
 * A method that can be called now.
 *
 * @param name {@code Todo/get}
 * @param capabilities the URNs of which a request must use one
 * @param origin whose code it is
 * @param derived whether the engine derived it from a type
 * @param runner runs it
 */
record Method(String name, Set<String> capabilities, Part.Origin origin, boolean derived, Runner runner) {

    /** Copies the set. */
    Method {
        capabilities = Set.copyOf(capabilities);
    }

    /** The URNs in words. */
    String wanted() {
        return capabilities.stream().sorted().collect(Collectors.joining(" or "));
    }

    /** Runs a method. */
    @FunctionalInterface
    interface Runner {

        /** Runs it, and writes one object. What it throws undoes what it wrote. */
        void run(RunningCall call, Map<String, @Nullable Object> arguments, JsonSink out);
    }
}
