package svc.testkit.engine;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.testkit.engine.generated.PlainValues;

/**
 * The response to one call (RFC 8620 §3.4).
 *
 * @param method the name of the method, or {@code error}
 * @param arguments plain values
 * @param callId the id of the call
 */
public record Response(String method, Map<String, @Nullable Object> arguments, String callId) {

    /** Returns whether the call failed. */
    public boolean failed() {
        return method.equals("error");
    }

    /** Returns the type of the error; empty when the call did not fail. */
    public String error() {
        return failed() ? text("type") : "";
    }

    /**
     * Returns this response.
     *
     * @throws AssertionError if the call failed
     */
    public Response done() {
        if (failed()) {
            throw new AssertionError("The call failed: " + arguments);
        }
        return this;
    }

    /** Returns an argument that is a string. */
    public String text(String name) {
        return PlainValues.text(arguments.get(name));
    }

    /** Returns an argument that is an object. */
    public Map<String, @Nullable Object> object(String name) {
        return PlainValues.object(arguments.get(name));
    }

    /** Returns an argument that is an array. */
    public List<@Nullable Object> list(String name) {
        return PlainValues.list(arguments.get(name));
    }

    /** Returns an argument that is an array of strings. */
    public List<String> texts(String name) {
        return PlainValues.texts(arguments.get(name));
    }

    /** Returns a member of an argument that is an object of objects. */
    Map<String, @Nullable Object> object(String name, String key) {
        return PlainValues.object(object(name).get(key));
    }
}
