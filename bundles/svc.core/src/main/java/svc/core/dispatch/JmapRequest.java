package svc.core.dispatch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.core.objects.PlainValues;

/**
 * A JMAP request (RFC 8620 §3.3). Unknown members are ignored (RFC 7493 §4.2).
 *
 * @param using the URNs
 * @param calls the calls in order
 * @param createdIds the ids by creation id that the client sent; empty if the member is missing
 */
public record JmapRequest(Set<String> using, List<Invocation> calls, Optional<Map<String, String>> createdIds) {

    private static final String CREATED_IDS = "createdIds";
    private static final int CALL_PARTS = 3;
    /** Maximum number of JSON values. Each value needs about ten times its length in memory. */
    private static final int MOST_VALUES = 250_000;

    /** Parses a JSON text of any type. */
    static @Nullable public Object value(Json.Binding json, byte[] body) {
        try {
            return json.read(body, MOST_VALUES);
        } catch (JsonException e) {
            if (e.isLimitExceeded()) {
                throw RequestErrors.limit(
                        "maxSizeRequest",
                        "A request may contain " + MOST_VALUES + " values at most. Send several smaller requests.");
            }
            throw RequestErrors.notJson(e.getMessage() == null ? "The request is not valid JSON." : e.getMessage());
        }
    }

    /** Returns the members of a JSON object. */
    public static Map<?, ?> members(@Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return members;
        }
        throw RequestErrors.notRequest("A request must be an object with the members using and methodCalls.");
    }

    public static JmapRequest of(@Nullable Object value) {
        Map<?, ?> members = members(value);
        return new JmapRequest(
                using(members.get("using")),
                calls(members.get("methodCalls")),
                members.containsKey(CREATED_IDS)
                        ? Optional.of(createdIds(members.get(CREATED_IDS)))
                        : Optional.empty());
    }

    private static Set<String> using(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw RequestErrors.notRequest("using must be an array of capability URNs.");
        }
        Set<String> urns = new LinkedHashSet<>();
        for (Object urn : list) {
            if (!(urn instanceof String text)) {
                throw RequestErrors.notRequest("using must be an array of capability URNs.");
            }
            urns.add(text);
        }
        return urns;
    }

    private static List<Invocation> calls(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw RequestErrors.notRequest("methodCalls must be an array of calls.");
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
            return new Invocation(method, PlainValues.object(arguments), id);
        }
        throw RequestErrors.notRequest(
                "Each of methodCalls must be an array of a method name, an object of arguments and a call id.");
    }

    /** Reads the optional member {@code createdIds}, which must be an object (RFC 8620 §3.3). */
    private static Map<String, String> createdIds(@Nullable Object value) {
        Map<String, String> ids = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> members) {
            members.forEach((key, id) -> {
                if (!(id instanceof String text)) {
                    throw RequestErrors.notRequest("createdIds must be an object of ids.");
                }
                ids.put((String) key, text);
            });
            return ids;
        }
        throw RequestErrors.notRequest("createdIds must be an object of ids.");
    }
}
