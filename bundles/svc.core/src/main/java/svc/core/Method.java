package svc.core;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonSink;

/**
 * A method that can be called now.
 *
 * @param name {@code Todo/get}
 * @param capability the URN that a request must use
 * @param origin whose code it is
 * @param derived whether the engine derived it from a type
 * @param runner runs it
 */
record Method(String name, String capability, Part.Origin origin, boolean derived, Runner runner) {

    /** Runs a method. */
    @FunctionalInterface
    interface Runner {

        /** Runs it, and writes one object. What it throws undoes what it wrote. */
        void run(RunningCall call, Map<String, @Nullable Object> arguments, JsonSink out);
    }
}
