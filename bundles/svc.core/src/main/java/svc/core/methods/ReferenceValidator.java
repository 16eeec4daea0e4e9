package svc.core;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.jmap.SetError;
import svc.api.jmap.Shape.Property;
import svc.api.json.Json;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/**
 * A reference to an object that is not there is refused (RFC 8620 §5.3, {@code invalidProperties}). One that an object held
 * already may stay: the object it leads to may be gone since.
 */
final class ForeignIds {

    private final KnownType type;
    private final Map<String, KnownType> types;
    private final Json json;
    private final Reach reach;
    private final Caller caller;
    private final Map<String, String> targets = new LinkedHashMap<>();

    ForeignIds(KnownType type, RunningCall call, Sight sight, Json json) {
        this.type = type;
        this.types = call.catalogue().types();
        this.json = json;
        this.reach = sight.reach();
        this.caller = call.caller();
        for (Property property : type.shape().properties()) {
            property.refersTo().ifPresent(target -> targets.put(property.name(), target));
        }
    }

    /** Refuses the changes of a wave that lead nowhere. */
    void check(Snapshot snapshot, Wave wave) {
        if (targets.isEmpty()) {
            return;
        }
        Map<PendingChange, Map<String, Set<String>>> named = new LinkedHashMap<>();
        wave.made().forEach(create -> named.put(create, named(create.properties())));
        wave.changed().forEach(update -> named.put(update, named(update.patch())));
        named.keySet().removeIf(change -> !change.open());
        Map<String, Set<String>> there = there(snapshot, named.values());
        named.forEach((change, ids) -> {
            ids.forEach((name, some) -> some.removeAll(there.getOrDefault(targets.get(name), Set.of())));
            ids.values().removeIf(Set::isEmpty);
            if (!ids.isEmpty()) {
                refuse(snapshot, change, ids);
            }
        });
    }

    /** The ids that each property is to hold. */
    private Map<String, Set<String>> named(Map<String, @Nullable Object> properties) {
        Map<String, Set<String>> named = new LinkedHashMap<>();
        properties.forEach((path, value) -> {
            List<String> steps = Pointer.relative(path).orElse(List.of(path));
            if (value != null && targets.containsKey(steps.get(0))) {
                named.computeIfAbsent(steps.get(0), name -> new LinkedHashSet<>())
                        .addAll(steps.size() == 1 ? ids(value) : steps.subList(1, 2));
            }
        });
        return named;
    }

    /** The ids in a value: itself, the elements of a list, the keys of a map. */
    private static List<String> ids(@Nullable Object value) {
        Collection<?> several = value instanceof Map<?, ?> map
                ? map.keySet()
                : value instanceof Collection<?> list ? list : List.of(String.valueOf(value));
        return several.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }

    /** Those of the named ids that objects have, by type. */
    private Map<String, Set<String>> there(Snapshot snapshot, Collection<Map<String, Set<String>>> named) {
        Map<String, Set<String>> wanted = new HashMap<>();
        named.forEach(
                ids -> ids.forEach((name, some) -> wanted.computeIfAbsent(targets.get(name), target -> new HashSet<>())
                        .addAll(some)));
        Map<String, Set<String>> there = new HashMap<>();
        wanted.forEach((name, ids) -> {
            KnownType target = types.get(name);
            if (target != null) {
                there.put(name, living(snapshot, target, ids));
            }
        });
        return there;
    }

    private Set<String> living(Snapshot snapshot, KnownType target, Set<String> ids) {
        char letter = target.shape().letter();
        Set<Long> numbers = new HashSet<>();
        ids.forEach(id -> ObjectId.number(letter, id).ifPresent(numbers::add));
        Set<Long> there = target.origin()
                .use()
                .inside(() -> new PlainObjects(target, json)
                        .read(snapshot, numbers, Set.of(), reach, caller)
                        .keySet())
                .orElse(Set.of());
        return there.stream().map(n -> ObjectId.text(letter, n)).collect(Collectors.toSet());
    }

    private void refuse(Snapshot snapshot, PendingChange change, Map<String, Set<String>> missing) {
        if (change instanceof PendingChange.Update update) {
            Map<String, @Nullable Object> before = new PlainObjects(type, json)
                    .read(snapshot, Set.of(update.n()), missing.keySet(), reach, caller)
                    .getOrDefault(update.n(), Map.of());
            missing.forEach((name, ids) -> ids.removeAll(ids(before.get(name))));
            missing.values().removeIf(Set::isEmpty);
        }
        if (!missing.isEmpty()) {
            change.refuse(SetError.invalidProperties(
                    List.copyOf(missing.keySet()), "There is no object for an id that they refer to."));
        }
    }
}
