package svc.core;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Selection;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;

/** Reads objects of a type, whatever brings it, as plain values: own properties only, without the id. */
final class PlainObjects {

    private final KnownType type;
    private final Json json;

    PlainObjects(KnownType type, Json json) {
        this.type = new KnownType(type.origin(), type.shape(), type.source(), List.of());
        this.json = json;
    }

    /** The objects that exist among {@code numbers}. */
    Map<Long, Map<String, @Nullable Object>> read(Snapshot snapshot, Collection<Long> numbers, Set<String> properties) {
        boolean all = properties.size() == type.shape().properties().size();
        JsonBuffer buffer = json.buffer();
        buffer.array();
        new ObjectWriter(type, new Wanted(new Selection(all, properties), Map.of()), buffer)
                .write(snapshot, Set.copyOf(numbers));
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
