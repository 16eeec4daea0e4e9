package svc.core.methods;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.CreateArgument;
import svc.api.jmap.MethodError;
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.PendingChange.Create;
import svc.core.methods.PendingChange.Destroy;
import svc.core.methods.PendingChange.Update;

/**
 * The changes requested by a {@code /set}, by the ids that the client sent.
 *
 * @param creates the creates by creation id
 * @param updates the updates by id
 * @param destroys the destroys by id
 */
record SetArguments(Map<String, Create> creates, Map<String, Update> updates, Map<String, Destroy> destroys) {

    static SetArguments of(
            RegisteredType type,
            MethodCallContext call,
            @Nullable Map<String, @Nullable Object> create,
            @Nullable Map<String, @Nullable Object> update,
            @Nullable List<String> destroy) {
        SetArguments asked = new SetArguments(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        // The number 0 is used for an id that no existing object can have.
        ToLongFunction<String> number = id ->
                ObjectId.parse(type.descriptor().idPrefix(), call.resolveId(id)).orElse(0);
        if (create != null) {
            CreateArgument.parse("create", create).forEach((key, object) -> asked.creates.put(key, new Create(object)));
        }
        if (update != null) {
            update.forEach((id, value) -> {
                Update change = new Update(number.applyAsLong(id), CreateArgument.object("update", value));
                change.attempt(() -> PatchObject.of(change.patch()));
                if (asked.updates.put(call.resolveId(id), change) != null) {
                    throw MethodError.invalidArguments("The argument update contains one object twice.");
                }
            });
        }
        if (destroy != null) {
            destroy.forEach(id -> asked.destroys.put(call.resolveId(id), new Destroy(number.applyAsLong(id))));
        }
        asked.rejectUpdatesOfDestroyed();
        return asked;
    }

    /** Rejects updates of objects that the same call destroys (RFC 8620 §5.3). */
    private void rejectUpdatesOfDestroyed() {
        Set<Long> destroyed = new HashSet<>();
        destroys.values().forEach(change -> destroyed.add(change.n()));
        updates.values().stream()
                .filter(change -> change.n() != 0 && destroyed.contains(change.n()))
                .forEach(change -> change.reject(new SetError("willDestroy", null)));
    }

    /** Returns the numbers of the objects that are to be changed. */
    Set<Long> numbers() {
        Set<Long> numbers = new HashSet<>();
        updates.values().forEach(update -> numbers.add(update.n()));
        destroys.values().forEach(destroy -> numbers.add(destroy.n()));
        return numbers;
    }

    /** Rejects the changes of objects whose numbers satisfy a condition. */
    void rejectNotFound(LongPredicate invisible) {
        updates.values().stream()
                .filter(update -> update.open() && invisible.test(update.n()))
                .forEach(update -> update.reject(SetError.notFound()));
        destroys.values().stream()
                .filter(destroy -> destroy.open() && invisible.test(destroy.n()))
                .forEach(destroy -> destroy.reject(SetError.notFound()));
    }

    /** Rejects all changes. */
    void rejectAll(SetError refusal) {
        Stream.of(creates, updates, destroys)
                .flatMap(changes -> changes.values().stream())
                .forEach(change -> change.reject(refusal));
    }

    int size() {
        return creates.size() + updates.size() + destroys.size();
    }

    /** Returns whether every change is made or rejected. */
    boolean idle() {
        return Stream.of(creates, updates, destroys)
                .flatMap(changes -> changes.values().stream())
                .noneMatch(PendingChange::open);
    }
}
