package svc.core;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.NewObjects;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;

/** The changes that a {@code /set} asks for, as the client named them. */
final class AskedChanges {

    private final KnownType type;
    private final RunningCall call;
    private final Map<String, PendingChange.Create> creates = new LinkedHashMap<>();
    private final Map<String, PendingChange.Update> updates = new LinkedHashMap<>();
    private final Map<String, PendingChange.Destroy> destroys = new LinkedHashMap<>();

    AskedChanges(KnownType type, RunningCall call) {
        this.type = type;
        this.call = call;
    }

    /** By creation id. */
    Map<String, PendingChange.Create> creates() {
        return creates;
    }

    /** By id. */
    Map<String, PendingChange.Update> updates() {
        return updates;
    }

    /** By id. */
    Map<String, PendingChange.Destroy> destroys() {
        return destroys;
    }

    void take(
            @Nullable Map<String, @Nullable Object> create,
            @Nullable Map<String, @Nullable Object> update,
            @Nullable List<String> destroy) {
        if (create != null) {
            NewObjects.of("create", create)
                    .forEach((key, object) -> creates.put(key, new PendingChange.Create(object)));
        }
        if (update != null) {
            update.forEach((id, value) -> {
                PendingChange.Update change = new PendingChange.Update(number(id), NewObjects.object("update", value));
                if (updates.put(call.id(id), change) != null) {
                    throw MethodError.invalidArguments("The argument update names one object twice.");
                }
            });
        }
        if (destroy != null) {
            destroy.forEach(id -> destroys.put(call.id(id), new PendingChange.Destroy(number(id))));
        }
        refuseDoomed();
    }

    /** RFC 8620 §5.3: an object that the same call destroys need not be updated. */
    private void refuseDoomed() {
        Set<Long> ending = new HashSet<>();
        destroys.values().forEach(change -> ending.add(change.n()));
        updates.values().stream()
                .filter(change -> change.n() != 0 && ending.contains(change.n()))
                .forEach(change -> change.refuse(new SetError("willDestroy", null)));
    }

    /** The number of an id; 0 when no object can have it (yet). */
    private long number(String id) {
        return ObjectId.number(type.shape().letter(), call.id(id)).orElse(0);
    }

    int size() {
        return creates.size() + updates.size() + destroys.size();
    }

    /** Whether nothing is left to be made. */
    boolean idle() {
        return Stream.of(creates, updates, destroys)
                .flatMap(changes -> changes.values().stream())
                .noneMatch(PendingChange::open);
    }
}
