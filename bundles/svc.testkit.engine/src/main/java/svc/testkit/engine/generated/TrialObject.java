package svc.testkit.engine.generated;

import static svc.api.jmap.StandardMethod.SET;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.testkit.engine.generated.Exchange.Sender;

/** Creates an object of an unknown type: it replaces the properties that the server rejects until a create succeeds. */
public final class TrialObject {

    private static final int ATTEMPTS = 40;

    private final Sender sender;
    private final TypeTraits type;
    private final Map<String, List<String>> idsByType;

    /**
     * Creates the trial.
     *
     * @param idsByType the ids of the objects of the account by type, to which the object can refer
     */
    public TrialObject(Exchange.Account account, TypeTraits type, long seed, Map<String, List<String>> idsByType) {
        this.sender = new Sender(account, type, seed);
        this.type = type;
        this.idsByType = idsByType;
    }

    /**
     * Creates an object; returns the properties from which it was created.
     *
     * @throws AssertionError if no attempt succeeds
     */
    public Map<String, @Nullable Object> create() {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        Map<String, Integer> attempts = new HashMap<>();
        Exchange set = set(properties);
        for (int i = 0; i < ATTEMPTS; i++) {
            Map<String, @Nullable Object> error = set.setError("notCreated", "k");
            if (error.isEmpty()) {
                return properties;
            }
            Set<String> names = Exchange.invalid(error);
            set.require(!names.isEmpty(), "no object could be created by trial. Create one before the test");
            for (String name : names) {
                List<Object> candidates = candidates(name);
                int attempt = attempts.merge(name, 1, Integer::sum);
                set.require(attempt <= candidates.size(), "no value was accepted. Create an object before the test");
                properties.put(name, candidates.get(attempt - 1));
            }
            set = set(properties);
        }
        throw new AssertionError("No " + type.type() + " could be created by trial");
    }

    private Exchange set(Map<String, @Nullable Object> properties) {
        return sender.send(SET, Map.of("create", Map.of("k", properties)));
    }

    private List<Object> candidates(String name) {
        List<Object> candidates = new ArrayList<>();
        TypeTraits.Property property = type.properties().get(name);
        if (property != null) {
            property.refersTo()
                    .ifPresent(target -> idsByType
                            .getOrDefault(target, List.of())
                            .forEach(id -> candidates.addAll(List.of(id, Map.of(id, true), List.of(id)))));
        }
        candidates.addAll(
                List.of("a", 1, true, Map.of(), List.of(), "2030-01-31T12:00:00Z", List.of("a"), "ann@one.test"));
        return candidates;
    }
}
