package svc.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonProblem;

/**
 * A request (RFC 8620 §3.3). Members that it does not know are ignored, as §1.1 of RFC 7493 wants it.
 *
 * @param using the URNs
 * @param calls the calls in their order
 * @param createdIds the ids that the client knows by a creation id; empty when it does not ask for them
 */
record Envelope(Set<String> using, List<Invocation> calls, Optional<Map<String, String>> createdIds) {

    private static final int CALL_PARTS = 3;
    /** A request needs no more; each costs some ten times its length in memory. */
    private static final int MOST_VALUES = 250_000;

    /** Reads a text, whatever it says. */
    static @Nullable Object value(Json.Binding json, byte[] body) {
        try {
            return json.read(body, MOST_VALUES);
        } catch (JsonProblem e) {
            if (e.isTooMuch()) {
                throw RequestProblem.limit(
                        "maxSizeRequest",
                        "A request may hold " + MOST_VALUES + " values at most. Send several smaller ones.");
            }
            throw RequestProblem.notJson(e.getMessage() == null ? "This is not JSON." : e.getMessage());
        }
    }

    /** The members of an object. */
    static Map<?, ?> members(@Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return members;
        }
        throw RequestProblem.notRequest("A request is an object with the members using and methodCalls.");
    }

    static Envelope of(@Nullable Object value) {
        Map<?, ?> members = members(value);
        return new Envelope(
                using(members.get("using")), calls(members.get("methodCalls")), createdIds(members.get("createdIds")));
    }

    private static Set<String> using(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw RequestProblem.notRequest("using must be an array of capability URNs.");
        }
        Set<String> urns = new LinkedHashSet<>();
        for (Object urn : list) {
            if (!(urn instanceof String text)) {
                throw RequestProblem.notRequest("using must be an array of capability URNs.");
            }
            urns.add(text);
        }
        return urns;
    }

    private static List<Invocation> calls(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw RequestProblem.notRequest("methodCalls must be an array of calls.");
        }
        List<Invocation> calls = new ArrayList<>(list.size());
        for (Object call : list) {
            calls.add(call(call));
        }
        return calls;
    }

    private static Invocation call(@Nullable Object value) {
        if (value instanceof List<?> parts
                && parts.size() == CALL_PARTS
                && parts.get(0) instanceof String method
                && parts.get(1) instanceof Map<?, ?> arguments
                && parts.get(2) instanceof String id) {
            return new Invocation(method, Plain.object(arguments), id);
        }
        throw RequestProblem.notRequest(
                "Each of methodCalls must be an array of a method name, an object of arguments and a call id.");
    }

    private static Optional<Map<String, String>> createdIds(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        Map<String, String> ids = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> members) {
            members.forEach((key, id) -> {
                if (!(id instanceof String text)) {
                    throw RequestProblem.notRequest("createdIds must be an object of ids.");
                }
                ids.put((String) key, text);
            });
            return Optional.of(ids);
        }
        throw RequestProblem.notRequest("createdIds must be an object of ids.");
    }
}
