package svc.testkit.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.StandardMethod;
import svc.testkit.engine.generated.PlainValues;

/** Creates a valid call of every method of a capability, with a given account and object id. */
final class SampleCalls {

    private final ContractFixture fixture;

    private SampleCalls(ContractFixture fixture) {
        this.fixture = fixture;
    }

    static SampleCalls of(ContractFixture fixture) {
        return new SampleCalls(fixture);
    }

    /** Returns all methods of the capability. */
    List<String> methods() {
        List<String> methods = new ArrayList<>();
        fixture.engine().methods().forEach((name, capability) -> {
            if (capability.equals(fixture.traits().capability())) {
                methods.add(name);
            }
        });
        return methods;
    }

    /** Returns all readable objects of all types of the capability, and their states. */
    Map<String, Object> everything() {
        Map<String, Object> everything = new LinkedHashMap<>();
        Set<String> types = new LinkedHashSet<>(fixture.subject().examples().keySet());
        types.addAll(fixture.subject().singletons().keySet());
        for (String type : types) {
            if (fixture.engine().methods().containsKey(StandardMethod.GET.nameFor(type))) {
                everything.put(type, fixture.ada().all(type));
                everything.put(type + " state", fixture.ada().state(type));
            }
        }
        return everything;
    }

    /** Returns valid arguments of a method. */
    Map<String, @Nullable Object> arguments(String method, String accountId, String id) {
        Map<String, ? extends @Nullable Object> own =
                fixture.subject().methods().get(method);
        if (own != null) {
            return PlainValues.object(replaced(own, accountId, id));
        }
        String type = method.substring(0, method.indexOf('/'));
        for (StandardMethod verb : StandardMethod.values()) {
            if (verb.nameFor(type).equals(method)) {
                return derived(verb, type, accountId, id);
            }
        }
        throw new AssertionError("The subject has no example of " + method + ". Give one with method(\"" + method
                + "\", …); Subject.ACCOUNT and Subject.ID stand for real ids.");
    }

    private static @Nullable Object replaced(@Nullable Object value, String accountId, String id) {
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> copy = new LinkedHashMap<>();
            map.forEach((key, member) ->
                    copy.put(String.valueOf(replaced(key, accountId, id)), replaced(member, accountId, id)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(replaced(element, accountId, id)));
            return copy;
        }
        return CapabilityUnderTest.ACCOUNT.equals(value)
                ? accountId
                : CapabilityUnderTest.ID.equals(value) ? id : value;
    }

    private Map<String, @Nullable Object> derived(StandardMethod verb, String type, String accountId, String id) {
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        arguments.put("accountId", accountId);
        switch (verb) {
            case GET -> arguments.put("ids", List.of(id));
            case CHANGES -> arguments.put("sinceState", "s1-0");
            case QUERY -> arguments.put("anchor", id);
            case QUERY_CHANGES -> {
                arguments.put("sinceQueryState", "s1-0");
                arguments.put("upToId", id);
            }
            case SET -> {
                arguments.put("create", Map.of("new", example(type)));
                arguments.put("update", Map.of(id, patch(type)));
                arguments.put("destroy", List.of(id + "v"));
            }
            case COPY -> {
                arguments.put("fromAccountId", fixture.ada().accountId());
                arguments.put("create", Map.of("copy", Map.of("id", id)));
            }
        }
        return arguments;
    }

    private Map<String, ? extends @Nullable Object> patch(String type) {
        Map<String, ? extends @Nullable Object> singleton =
                fixture.subject().singletons().get(type);
        if (singleton != null) {
            return singleton;
        }
        List<Map<String, ? extends @Nullable Object>> changes =
                fixture.subject().changes();
        return type.equals(fixture.type()) && !changes.isEmpty() ? changes.get(0) : Map.of();
    }

    /** Returns a valid example of a type. */
    Map<String, ? extends @Nullable Object> example(String type) {
        Map<String, ? extends @Nullable Object> example = fixture.subject()
                .examples()
                .getOrDefault(type, fixture.subject().singletons().get(type));
        if (example == null) {
            throw new AssertionError(
                    "The subject has no example of a " + type + ". Give one with other(\"" + type + "\", …).");
        }
        return example;
    }
}
