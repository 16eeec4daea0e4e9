package svc.testkit.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.testkit.engine.generated.PlainValues;

/** Builds a JMAP request (RFC 8620 §3.3). */
public final class Request {

    private final Client client;
    private final Set<String> using;
    private final List<Object> calls = new ArrayList<>();

    Request(Client client, Set<String> using) {
        this.client = client;
        this.using = using;
    }

    /**
     * Adds a call. Its id is its position: the first call is {@code c0}. If the arguments have no {@code accountId},
     * the id of the client's own account is added.
     */
    public Request call(String method, Map<String, ? extends @Nullable Object> arguments) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        if (!arguments.containsKey("accountId")
                && !arguments.containsKey("#accountId")
                && !method.startsWith("Core/")) {
            all.put("accountId", client.accountId());
        }
        all.putAll(arguments);
        return exactly(method, all);
    }

    /** Adds a call with exactly these arguments. */
    public Request exactly(String method, Map<String, ? extends @Nullable Object> arguments) {
        calls.add(List.of(method, arguments, "c" + calls.size()));
        return this;
    }

    /** Returns the request as JSON. */
    public String text() {
        return PlainValues.json(Map.of("using", List.copyOf(using), "methodCalls", calls));
    }

    /** Sends the request and returns the responses in order. */
    public List<Response> send() {
        Map<String, @Nullable Object> answer = client.send(text());
        if (answer.get("methodResponses") == null) {
            throw new AssertionError("The request was refused: " + answer);
        }
        List<Response> responses = new ArrayList<>();
        for (Object response : PlainValues.list(answer.get("methodResponses"))) {
            List<@Nullable Object> parts = PlainValues.list(response);
            responses.add(new Response(
                    PlainValues.text(parts.get(0)), PlainValues.object(parts.get(1)), PlainValues.text(parts.get(2))));
        }
        return responses;
    }
}
