package svc.testkit.engine;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The response to one call (RFC 8620 §3.4).
 *
 * @param method the name of the method, or {@code error}
 * @param arguments plain values
 * @param callId the id of the call
 */
public record Response(String method, Map<String, @Nullable Object> arguments, String callId) {

    /** Whether the call failed. */
    public boolean failed() {
        return method.equals("error");
    }

    /** The type of the error; empty when the call did not fail. */
    public String error() {
        return failed() ? text("type") : "";
    }

    /** This response, when the call did not fail. */
    public Response done() {
        if (failed()) {
            throw new AssertionError("The call failed: " + arguments);
        }
        return this;
    }

    /** An argument that is a string. */
    public String text(String name) {
        return Plain.text(arguments.get(name));
    }

    /** An argument that is an object. */
    public Map<String, @Nullable Object> object(String name) {
        return Plain.object(arguments.get(name));
    }

    /** An argument that is an array. */
    public List<@Nullable Object> list(String name) {
        return Plain.list(arguments.get(name));
    }

    /** An argument that is an array of strings. */
    public List<String> texts(String name) {
        return Plain.texts(arguments.get(name));
    }

    /** An argument that is an object of objects, or null when there is none: one of them. */
    Map<String, @Nullable Object> object(String name, String key) {
        return Plain.object(object(name).get(key));
    }
}
