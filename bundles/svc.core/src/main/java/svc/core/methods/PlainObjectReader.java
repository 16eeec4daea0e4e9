package svc.core.methods;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.jmap.type.PropertySelection;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.core.dispatch.RegisteredType;
import svc.core.objects.PlainValues;

/** Reads objects of any type as plain values without the id. */
public final class PlainObjectReader {

    private final RegisteredType type;
    private final Json json;

    public PlainObjectReader(RegisteredType type, Json json) {
        this.type = type;
        this.json = json;
    }

    /**
     * Returns the objects that exist among {@code numbers}, with the type's own properties only. Properties of all
     * capabilities are visible.
     */
    Map<Long, Map<String, @Nullable Object>> read(
            Snapshot snapshot,
            Collection<Long> numbers,
            Set<String> properties,
            AccessibleAccount accessible,
            Caller caller) {
        PropertySelection selection =
                new PropertySelection(type.all(properties), properties, Map.of(), accessible, caller, urn -> true);
        return read(snapshot, numbers, new RequestedProperties(selection, Map.of()));
    }

    /** Returns the objects that exist among {@code numbers}. */
    public Map<Long, Map<String, @Nullable Object>> read(
            Snapshot snapshot, Collection<Long> numbers, RequestedProperties wanted) {
        JsonBuffer buffer = json.buffer();
        buffer.beginArray();
        new ObjectWriter(type, wanted, buffer).write(snapshot, Set.copyOf(numbers));
        buffer.end();
        Map<Long, Map<String, @Nullable Object>> objects = new LinkedHashMap<>();
        if (json.binding(Json.Names.EXACT).read(buffer.toByteArray(), Integer.MAX_VALUE) instanceof List<?> list) {
            for (Object object : list) {
                Map<String, @Nullable Object> members = new LinkedHashMap<>(PlainValues.object((Map<?, ?>) object));
                String id = (String) members.remove("id");
                ObjectId.parse(type.descriptor().idPrefix(), String.valueOf(id))
                        .ifPresent(n -> objects.put(n, members));
            }
        }
        return objects;
    }
}
