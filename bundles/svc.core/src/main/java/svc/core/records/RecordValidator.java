package svc.core.records;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.SetBatch;
import svc.core.objects.ObjectObservers;
import svc.core.objects.ObjectPatch;
import svc.core.records.RecordIndex.Keys;

/** Validates changes of a record type: mutability, defaults and unknown properties. */
final class RecordValidator<T extends Record> {
    private final ObjectType<T> type;
    private final RecordCodec<T> codec;

    RecordValidator(ObjectType<T> type, RecordCodec<T> codec) {
        this.type = type;
        this.codec = codec;
    }

    /**
     * A valid change.
     *
     * @param body the bytes to store
     * @param answer the properties that differ from what the client sent
     * @param differing the changed properties; empty if nothing changed
     * @param before the index keys before the change
     * @param after the index keys after the change
     */
    @SuppressWarnings("ArrayRecordComponent") // the record is never compared
    record Outcome(byte[] body, Map<String, @Nullable Object> answer, Set<String> differing, Keys before, Keys after) {}

    Outcome create(Map<String, @Nullable Object> given, SetBatch batch) {
        refuseUnknown(given.keySet());
        codec.refuseOtherTimes(given, given.keySet());
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        List<String> wrong = new ArrayList<>();
        codec.properties().forEach((name, property) -> {
            Object value = given.get(name);
            Object standard = RecordCodec.standard(property);
            boolean forbidden = property.serverSet() && value != null && !Objects.equals(value, standard);
            boolean missing = value == null && property.standard().isEmpty();
            if (forbidden || missing) {
                wrong.add(name);
            }
            object.put(name, value == null ? standard : value);
        });
        if (!wrong.isEmpty()) {
            throw SetError.invalidProperties(wrong, "These properties are missing, or only the server can set them.");
        }
        Map<String, @Nullable Object> completed = complete(null, codec.canonical(object), batch);
        return new Outcome(
                codec.encode(completed),
                difference(given, completed),
                Set.of(),
                Keys.NONE,
                codec.index().keys(completed));
    }

    Outcome update(byte[] stored, Map<String, @Nullable Object> given, SetBatch batch, String id) {
        Map<String, @Nullable Object> before = codec.decode(stored);
        Map<String, @Nullable Object> members = new LinkedHashMap<>(given);
        if (members.containsKey("id") && !Objects.equals(members.remove("id"), id)) {
            throw SetError.invalidProperty("id", "The id of an object cannot be changed.");
        }
        ObjectPatch patch = new ObjectPatch(members);
        Map<String, @Nullable Object> wanted = patch.on(before, this::orDefault);
        refuseUnknown(patch.touched());
        codec.refuseOtherTimes(wanted, patch.touched());
        Map<String, @Nullable Object> canonical = codec.canonical(wanted);
        refuseFixed(before, canonical);
        Map<String, @Nullable Object> completed = complete(before, canonical, batch);
        return new Outcome(
                codec.encode(completed),
                difference(wanted, completed),
                ObjectObservers.difference(before, completed),
                codec.index().keys(before),
                codec.index().keys(completed));
    }

    /** Validates the destroy of an object and returns its index keys. */
    Keys destroy(byte[] stored, SetBatch batch) {
        Map<String, @Nullable Object> object = codec.decode(stored);
        type.validate(new RecordEdit<>(codec.record(object), null, batch.caller(), batch.now()));
        return codec.index().keys(object);
    }

    private @Nullable Object orDefault(String name, @Nullable Object value) {
        RecordProperty property = codec.properties().get(name);
        if (value != null || property == null) {
            return value;
        }
        if (property.standard().isEmpty()) {
            throw SetError.invalidProperty(name, "The property has no default and cannot be null.");
        }
        return RecordCodec.standard(property);
    }

    private void refuseUnknown(Iterable<String> names) {
        List<String> unknown = new ArrayList<>();
        for (String name : names) {
            if (!codec.properties().containsKey(name)) {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            throw SetError.invalidProperties(
                    unknown, "The type " + type.name() + " has no settable properties with these names.");
        }
    }

    private void refuseFixed(Map<String, @Nullable Object> before, Map<String, @Nullable Object> wanted) {
        List<String> fixed = new ArrayList<>();
        codec.properties().forEach((name, property) -> {
            if ((property.immutable() || property.serverSet()) && !Objects.equals(before.get(name), wanted.get(name))) {
                fixed.add(name);
            }
        });
        if (!fixed.isEmpty()) {
            throw SetError.invalidProperties(fixed, "These properties are immutable or server-set.");
        }
    }

    /** Calls {@code ObjectType.validate}, which can set properties, and returns the resulting object. */
    private Map<String, @Nullable Object> complete(
            @Nullable Map<String, @Nullable Object> before, Map<String, @Nullable Object> wanted, SetBatch batch) {
        T after = codec.record(wanted);
        RecordEdit<T> edit =
                new RecordEdit<>(before == null ? null : codec.record(before), after, batch.caller(), batch.now());
        type.validate(edit);
        T completed = edit.after();
        return completed == null || completed.equals(after) ? wanted : codec.plain(completed);
    }

    private static Map<String, @Nullable Object> difference(
            Map<String, @Nullable Object> sent, Map<String, @Nullable Object> completed) {
        Map<String, @Nullable Object> difference = new LinkedHashMap<>();
        completed.forEach((name, value) -> {
            if (!sent.containsKey(name) || !Objects.equals(sent.get(name), value)) {
                difference.put(name, value);
            }
        });
        return difference;
    }
}
