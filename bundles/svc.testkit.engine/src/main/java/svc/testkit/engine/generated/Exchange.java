package svc.testkit.engine.generated;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.StandardMethod;

/**
 * A generated call of a method of a type, and its response.
 *
 * @param origin the seed and the type, for messages
 * @param request the name of the method and its arguments
 * @param response the response
 */
public record Exchange(
        String origin, Map.Entry<String, Map<String, ? extends @Nullable Object>> request, Reply response) {

    private static final int SHOWN = 2000;

    /** Sends calls to an account. It adds the id of the account to the arguments. */
    @FunctionalInterface
    public interface Account {

        /** Sends one call. */
        Reply call(String method, Map<String, ? extends @Nullable Object> arguments);
    }

    /**
     * The response to a call.
     *
     * @param name the name of the method, or {@code error}
     * @param arguments plain values
     */
    public record Reply(String name, Map<String, @Nullable Object> arguments) {}

    /** Sends calls of the standard methods of one type. */
    record Sender(Account account, TypeTraits type, long seed) {

        Exchange send(StandardMethod verb, Map<String, ? extends @Nullable Object> arguments) {
            String method = verb.nameFor(type.type());
            return new Exchange(
                    "seed " + seed + ", type " + type.type(),
                    Map.entry(method, arguments),
                    account.call(method, arguments));
        }

        /** Returns the objects with the default properties or with some properties. */
        Map<String, Map<String, @Nullable Object>> objects(@Nullable List<String> properties) {
            Map<String, Map<String, @Nullable Object>> objects = new LinkedHashMap<>();
            Map<String, @Nullable Object> all = PlainValues.with(Map.of(), "ids", null);
            Exchange get = send(StandardMethod.GET, PlainValues.with(all, "properties", properties));
            PlainValues.list(get.done().get("list"))
                    .forEach(object -> objects.put(
                            PlainValues.text(PlainValues.object(object).get("id")), PlainValues.object(object)));
            return objects;
        }

        /** Returns the state of the type. */
        String state() {
            return PlainValues.text(
                    send(StandardMethod.GET, Map.of("ids", List.of())).done().get("state"));
        }
    }

    /** Returns the arguments of the response to a call that must succeed. */
    Map<String, @Nullable Object> done() {
        require(error().isEmpty(), "the call must succeed");
        return response.arguments();
    }

    /** Returns the type of the error of the call; empty if the call succeeded. */
    String error() {
        return response.name().equals("error")
                ? PlainValues.text(response.arguments().get("type"))
                : "";
    }

    /** Returns the description of the error of the call. */
    String description() {
        return String.valueOf(response.arguments().get("description"));
    }

    /** Returns the SetError of an object, or an empty map if the object was changed. */
    Map<String, @Nullable Object> setError(String notDone, String key) {
        Object errors = done().get(notDone);
        return errors == null
                ? Map.of()
                : PlainValues.object(PlainValues.object(errors).getOrDefault(key, Map.of()));
    }

    /** Returns the names of the invalid properties of a SetError. */
    static Set<String> invalid(Map<String, @Nullable Object> error) {
        return error.get("properties") == null ? Set.of() : new TreeSet<>(PlainValues.texts(error.get("properties")));
    }

    /** Fails with the request and the response unless a rule holds. */
    void require(boolean holds, String rule) {
        if (!holds) {
            throw new AssertionError(origin + ": " + rule + "\nrequest: " + shown(request.getKey(), request.getValue())
                    + "\nresponse: " + shown(response.name(), response.arguments()));
        }
    }

    private static String shown(String name, Map<String, ? extends @Nullable Object> arguments) {
        String text = PlainValues.json(List.of(name, arguments, "c"));
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
