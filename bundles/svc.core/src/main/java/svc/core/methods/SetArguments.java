package svc.core.methods;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.CreateArgument;
import svc.api.jmap.MethodError;
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredType;

/** The changes requested by a {@code /set}, by the ids of the client. */
final class SetArguments {

    private final RegisteredType type;
    private final MethodCallContext call;
    private final Map<String, PendingChange.Create> creates = new LinkedHashMap<>();
    private final Map<String, PendingChange.Update> updates = new LinkedHashMap<>();
    private final Map<String, PendingChange.Destroy> destroys = new LinkedHashMap<>();

    SetArguments(RegisteredType type, MethodCallContext call) {
        this.type = type;
        this.call = call;
    }

    /** Returns the creates by creation id. */
    Map<String, PendingChange.Create> creates() {
        return creates;
    }

    /** Returns the updates by id. */
    Map<String, PendingChange.Update> updates() {
        return updates;
    }

    /** Returns the destroys by id. */
    Map<String, PendingChange.Destroy> destroys() {
        return destroys;
    }

    void take(
            @Nullable Map<String, @Nullable Object> create,
            @Nullable Map<String, @Nullable Object> update,
            @Nullable List<String> destroy) {
        if (create != null) {
            CreateArgument.parse("create", create)
                    .forEach((key, object) -> creates.put(key, new PendingChange.Create(object)));
        }
        if (update != null) {
            update.forEach((id, value) -> {
                PendingChange.Update change =
                        new PendingChange.Update(number(id), CreateArgument.object("update", value));
                change.attempt(() -> PatchObject.of(change.patch()));
                if (updates.put(call.resolveId(id), change) != null) {
                    throw MethodError.invalidArguments("The argument update contains one object twice.");
                }
            });
        }
        if (destroy != null) {
            destroy.forEach(id -> destroys.put(call.resolveId(id), new PendingChange.Destroy(number(id))));
        }
        rejectUpdatesOfDestroyed();
    }

    /** Rejects updates of objects that the same call destroys (RFC 8620 §5.3). */
    private void rejectUpdatesOfDestroyed() {
        Set<Long> destroyed = new HashSet<>();
        destroys.values().forEach(change -> destroyed.add(change.n()));
        updates.values().stream()
                .filter(change -> change.n() != 0 && destroyed.contains(change.n()))
                .forEach(change -> change.reject(new SetError("willDestroy", null)));
    }

    /** Returns the number of an id; 0 if no existing object can have the id. */
    private long number(String id) {
        return ObjectId.parse(type.descriptor().idPrefix(), call.resolveId(id)).orElse(0);
    }

    int size() {
        return creates.size() + updates.size() + destroys.size();
    }

    /** Returns whether no change is open. */
    boolean idle() {
        return Stream.of(creates, updates, destroys)
                .flatMap(changes -> changes.values().stream())
                .noneMatch(PendingChange::open);
    }
}
