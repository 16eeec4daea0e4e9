package svc.core;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.jmap.Selection;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/** Reads objects of a type, whatever brings it, as plain values without the id. */
final class PlainObjects {

    private final KnownType type;
    private final Json json;

    PlainObjects(KnownType type, Json json) {
        this.type = type;
        this.json = json;
    }

    /** The objects that exist among {@code numbers}, own properties only, for somebody in an account; nothing of them is hidden. */
    Map<Long, Map<String, @Nullable Object>> read(
            Snapshot snapshot, Collection<Long> numbers, Set<String> properties, Reach reach, Caller caller) {
        Selection selection = new Selection(type.all(properties), properties, Map.of(), reach, caller, urn -> true);
        return read(snapshot, numbers, new Wanted(selection, Map.of()));
    }

    /** The objects that exist among {@code numbers}. */
    Map<Long, Map<String, @Nullable Object>> read(Snapshot snapshot, Collection<Long> numbers, Wanted wanted) {
        JsonBuffer buffer = json.buffer();
        buffer.array();
        new ObjectWriter(type, wanted, buffer).write(snapshot, Set.copyOf(numbers));
        buffer.end();
        Map<Long, Map<String, @Nullable Object>> objects = new LinkedHashMap<>();
        if (json.binding(Json.Names.EXACT).read(buffer.bytes(), Integer.MAX_VALUE) instanceof List<?> list) {
            for (Object object : list) {
                Map<String, @Nullable Object> members = new LinkedHashMap<>(Plain.object((Map<?, ?>) object));
                String id = (String) members.remove("id");
                ObjectId.number(type.shape().letter(), String.valueOf(id)).ifPresent(n -> objects.put(n, members));
            }
        }
        return objects;
    }
}
