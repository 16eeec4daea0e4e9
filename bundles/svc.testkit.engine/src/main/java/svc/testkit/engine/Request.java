package svc.testkit.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request that is being put together. */
public final class Request {

    private final MemoryEngine engine;
    private final Client client;
    private final Set<String> using;
    private final List<Object> calls = new ArrayList<>();

    Request(MemoryEngine engine, Client client, Set<String> using) {
        this.engine = engine;
        this.client = client;
        this.using = using;
    }

    /** Adds a call; its id is its place, {@code c0} first. The {@code accountId} is the own one when there is none. */
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

    /** Adds a call with these arguments and no other. */
    public Request exactly(String method, Map<String, ? extends @Nullable Object> arguments) {
        calls.add(List.of(method, arguments, "c" + calls.size()));
        return this;
    }

    /** The request as JSON. */
    public String text() {
        return engine.text(Map.of("using", List.copyOf(using), "methodCalls", calls));
    }

    /** Sends it. */
    public List<Response> send() {
        Map<String, @Nullable Object> answer = client.send(text());
        if (answer.get("methodResponses") == null) {
            throw new AssertionError("The request was refused: " + answer);
        }
        List<Response> responses = new ArrayList<>();
        for (Object response : Plain.list(answer.get("methodResponses"))) {
            List<@Nullable Object> parts = Plain.list(response);
            responses.add(new Response(Plain.text(parts.get(0)), Plain.object(parts.get(1)), Plain.text(parts.get(2))));
        }
        return responses;
    }
}
