package svc.core.dispatch;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonWriter;

/**
 * A method that clients can call.
 *
 * @param name the name, such as {@code Todo/get}
 * @param capabilities the URNs of which a request must use at least one
 * @param origin the bundle that provides the method
 * @param derived whether the engine derived the method from a type
 * @param sharedContainers whether the method can be called in an account of which only some containers are shared
 * @param runner the implementation
 */
public record RegisteredMethod(
        String name,
        Set<String> capabilities,
        Contribution.Origin origin,
        boolean derived,
        boolean sharedContainers,
        Runner runner) {

    /** Copies the set. */
    public RegisteredMethod {
        capabilities = Set.copyOf(capabilities);
    }

    /** Returns the required URNs as text for an error message. */
    public String wanted() {
        return capabilities.stream().sorted().collect(Collectors.joining(" or "));
    }

    /** The implementation of a method. */
    @FunctionalInterface
    public interface Runner {

        /** Runs the method and writes one JSON object. If it throws, its output is discarded. */
        void run(MethodCallContext call, Map<String, @Nullable Object> arguments, JsonWriter out);
    }
}
