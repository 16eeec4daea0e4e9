package svc.core.methods;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.CallContext;
import svc.api.jmap.SetError;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.json.Json;
import svc.api.json.JsonPointer;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Visibility;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.RegisteredType;

/**
 * Rejects references to objects that do not exist (RFC 8620 §5.3, {@code invalidProperties}). A reference that the
 * object already holds is allowed, although its target may have been destroyed.
 */
final class ReferenceValidator {

    private final RegisteredType type;
    private final Map<String, RegisteredType> types;
    private final Json json;
    private final CallContext context;
    private final Map<String, String> targets = new LinkedHashMap<>();

    ReferenceValidator(RegisteredType type, Catalogue catalogue, CallContext context, Json json) {
        this.type = type;
        this.types = catalogue.types();
        this.json = json;
        this.context = context;
        for (Property property : type.descriptor().properties()) {
            property.refersTo().ifPresent(target -> targets.put(property.name(), target));
        }
    }

    /** Rejects those of the wanted changes of a batch that have invalid references. */
    void check(Snapshot snapshot, ChangeBatch batch, Predicate<PendingChange> wanted) {
        if (targets.isEmpty()) {
            return;
        }
        Map<PendingChange, Map<String, Set<String>>> named = new LinkedHashMap<>();
        batch.made().stream().filter(wanted).forEach(create -> named.put(create, named(create.properties())));
        batch.changed().stream().filter(wanted).forEach(update -> named.put(update, named(update.patch())));
        if (named.isEmpty()) {
            return;
        }
        Map<String, Set<String>> there = there(snapshot, named.values());
        named.forEach((change, ids) -> {
            ids.forEach((name, some) -> some.removeAll(there.getOrDefault(targets.get(name), Set.of())));
            ids.values().removeIf(Set::isEmpty);
            if (!ids.isEmpty()) {
                refuse(snapshot, change, ids);
            }
        });
    }

    /** Returns the ids that each property refers to. */
    private Map<String, Set<String>> named(Map<String, @Nullable Object> properties) {
        Map<String, Set<String>> named = new LinkedHashMap<>();
        properties.forEach((path, value) -> {
            List<String> steps = JsonPointer.relative(path).orElse(List.of(path));
            if (value != null && targets.containsKey(steps.get(0))) {
                named.computeIfAbsent(steps.get(0), name -> new LinkedHashSet<>())
                        .addAll(steps.size() == 1 ? ids(value) : steps.subList(1, 2));
            }
        });
        return named;
    }

    /** Returns the ids in a value: the value itself, the elements of a list, or the keys of a map. */
    private static List<String> ids(@Nullable Object value) {
        Collection<?> several = value instanceof Map<?, ?> map
                ? map.keySet()
                : value instanceof Collection<?> list ? list : List.of(String.valueOf(value));
        return several.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }

    /** Returns those of the referenced ids whose objects exist, by type. */
    private Map<String, Set<String>> there(Snapshot snapshot, Collection<Map<String, Set<String>>> named) {
        Map<String, Set<String>> wanted = new HashMap<>();
        named.forEach(
                ids -> ids.forEach((name, some) -> wanted.computeIfAbsent(targets.get(name), target -> new HashSet<>())
                        .addAll(some)));
        Map<String, Set<String>> there = new HashMap<>();
        wanted.forEach((name, ids) -> {
            RegisteredType target = types.get(name);
            if (target != null) {
                there.put(name, existing(snapshot, target, ids));
            }
        });
        return there;
    }

    private Set<String> existing(Snapshot snapshot, RegisteredType target, Set<String> ids) {
        char letter = target.descriptor().idPrefix();
        Set<Long> numbers = new HashSet<>();
        ids.forEach(id -> ObjectId.parse(letter, id).ifPresent(numbers::add));
        Visibility visibility = target.descriptor().visibility(context.reach());
        Set<Long> there = target.origin()
                .use()
                .inside(() -> {
                    Set<Long> existing = new PlainObjectReader(target, json)
                            .read(snapshot, numbers, Set.of(), context)
                            .keySet();
                    return visibility instanceof Visibility.All || existing.isEmpty()
                            ? existing
                            : target.source().visible(snapshot, visibility, existing);
                })
                .orElse(Set.of());
        return there.stream().map(n -> ObjectId.format(letter, n)).collect(Collectors.toSet());
    }

    private void refuse(Snapshot snapshot, PendingChange change, Map<String, Set<String>> missing) {
        if (change instanceof PendingChange.Update update) {
            Map<String, @Nullable Object> before = new PlainObjectReader(type, json)
                    .read(snapshot, Set.of(update.n()), missing.keySet(), context)
                    .getOrDefault(update.n(), Map.of());
            missing.forEach((name, ids) -> ids.removeAll(ids(before.get(name))));
            missing.values().removeIf(Set::isEmpty);
        }
        if (!missing.isEmpty()) {
            change.reject(SetError.invalidProperties(
                    List.copyOf(missing.keySet()), "These properties refer to an object that does not exist."));
        }
    }
}
