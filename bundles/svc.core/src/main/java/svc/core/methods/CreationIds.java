package svc.core.methods;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.TypeDescriptor;
import svc.core.dispatch.MethodCallContext;

/** Replaces creation ids by ids in the properties of a type that hold ids (RFC 8620 §3.3). */
final class CreationIds {

    private static final String MARK = "#";

    private final MethodCallContext call;
    private final Set<String> referring = new LinkedHashSet<>();
    private final Map<String, String> ids = new HashMap<>();

    CreationIds(TypeDescriptor descriptor, MethodCallContext call) {
        this.call = call;
        descriptor.properties().stream()
                .filter(property -> property.refersTo().isPresent())
                .forEach(property -> referring.add(property.name()));
    }

    /** Registers the id of an object created in this call. */
    void created(String creationId, String id) {
        ids.put(creationId, id);
    }

    /** Returns a callback that forgets the ids registered from now on. */
    Runnable mark() {
        Map<String, String> before = Map.copyOf(ids);
        return () -> ids.keySet().retainAll(before.keySet());
    }

    /** Returns the id for a creation id. */
    Optional<String> id(String creationId) {
        return Optional.ofNullable(ids.get(creationId)).or(() -> call.createdId(creationId));
    }

    /** Returns the names of the properties that hold an unknown creation id. */
    List<String> unknown(Map<String, @Nullable Object> properties) {
        List<String> unknown = new ArrayList<>();
        resolve(properties, unknown);
        return unknown;
    }

    /** Returns the properties, or the patch, with creation ids replaced by ids. */
    Map<String, @Nullable Object> resolved(Map<String, @Nullable Object> properties) {
        return resolve(properties, new ArrayList<>());
    }

    private Map<String, @Nullable Object> resolve(Map<String, @Nullable Object> properties, List<String> unknown) {
        if (referring.isEmpty()) {
            return properties;
        }
        Map<String, @Nullable Object> resolved = new LinkedHashMap<>();
        properties.forEach((path, value) -> {
            int slash = path.indexOf('/');
            String name = slash < 0 ? path : path.substring(0, slash);
            if (referring.contains(name)) {
                int before = unknown.size();
                String target = slash < 0 ? path : name + '/' + text(path.substring(slash + 1), unknown);
                resolved.put(target, value(value, unknown));
                if (unknown.size() > before) {
                    unknown.subList(before, unknown.size()).clear();
                    unknown.add(name);
                }
            } else {
                resolved.put(path, value);
            }
        });
        return resolved;
    }

    private @Nullable Object value(@Nullable Object value, List<String> unknown) {
        if (value instanceof String text) {
            return text(text, unknown);
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(element -> element instanceof String text ? text(text, unknown) : element)
                    .toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> keys = new LinkedHashMap<>();
            map.forEach((key, member) -> keys.put(text((String) key, unknown), member));
            return keys;
        }
        return value;
    }

    private String text(String text, List<String> unknown) {
        if (!text.startsWith(MARK)) {
            return text;
        }
        Optional<String> id = id(text.substring(MARK.length()));
        if (id.isEmpty()) {
            unknown.add(text);
        }
        return id.orElse(text);
    }
}
