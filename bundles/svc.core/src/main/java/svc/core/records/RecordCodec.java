package svc.core.records;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.type.TypeDescriptor.Mutability;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonException;
import svc.api.json.JsonWriter;
import svc.core.objects.InvalidServiceException;

/**
 * Converts an object between its three forms: the record, the plain values that clients send and patch, and the stored
 * bytes. The bytes begin with a hash of the property names. If the hash matches the current property names, the
 * remaining bytes are copied to the client without parsing.
 */
final class RecordCodec<T extends Record> {

    private static final int PRINT = 4;

    private final Class<T> type;
    private final Json json;
    private final Json.Binding binding;
    private final Map<String, RecordProperty> properties = new LinkedHashMap<>();
    private final List<String> stored;
    private final int print;
    private final RecordIndex index;
    private final boolean refersToBlobs;

    RecordCodec(Class<T> type, Json json) {
        this.type = type;
        this.json = json;
        this.binding = json.binding(Json.Names.EXACT);
        for (RecordComponent component : type.getRecordComponents()) {
            properties.put(component.getName(), RecordProperty.of(component, binding));
        }
        if (properties.containsKey("id")) {
            throw new InvalidServiceException(
                    type.getSimpleName(), "declares a component named id, but the engine adds the property id itself");
        }
        this.index = new RecordIndex(properties.values());
        this.stored = properties.values().stream()
                .filter(property -> !property.computed())
                .map(RecordProperty::name)
                .toList();
        this.print = stored.hashCode();
        this.refersToBlobs = properties.values().stream().anyMatch(RecordProperty::refersToBlobs);
    }

    /** Rejects errors of the record class that would make every object invalid. */
    void checkDefaults(boolean settable) {
        properties.values().forEach(property -> {
            String name = type.getSimpleName() + "." + property.name();
            boolean serverSet = property.mutability() == Mutability.SERVER_SET;
            if (settable && serverSet && property.standard().isEmpty()) {
                throw new InvalidServiceException(name, "is server-set and needs a @Default or @Nullable");
            }
            Object value = property.standardValue();
            if (value == null
                    ? property.standard().isPresent() && !property.nullable()
                    : !fits(property.canonical(value), property)) {
                throw new InvalidServiceException(name, "has a @Default that is not a value of its type");
            }
        });
    }

    RecordIndex index() {
        return index;
    }

    Map<String, RecordProperty> properties() {
        return properties;
    }

    boolean isComputed() {
        return stored.size() < properties.size();
    }

    boolean refersToBlobs() {
        return refersToBlobs;
    }

    /** Returns the record of valid values. */
    T record(Map<String, @Nullable Object> plain) {
        return binding.convert(plain, type);
    }

    /** Checks the values of properties as a client sent them. */
    void check(Map<String, @Nullable Object> plain, Collection<String> sent, PropertyErrors errors) {
        properties.forEach((name, property) -> {
            if (sent.contains(name)) {
                property.check(plain.get(name), reason -> errors.add(name, reason));
            }
        });
    }

    /**
     * Returns the record of canonical values.
     *
     * @param errors receives the properties that are missing or have a value of the wrong type
     */
    Optional<T> record(Map<String, @Nullable Object> plain, PropertyErrors errors) {
        try {
            return Optional.of(record(plain));
        } catch (JsonException e) {
            properties.forEach((name, property) -> {
                Object value = plain.get(name);
                if (value == null && !property.nullable()) {
                    errors.add(name, "The property " + name + " is missing, or it is null and has no default.");
                } else if (value != null && !fits(value, property)) {
                    errors.add(name, "The property " + name + " has a value of the wrong type.");
                }
            });
            return Optional.empty();
        }
    }

    boolean fits(@Nullable Object value, RecordProperty property) {
        try {
            binding.convert(value, property.type());
            return true;
        } catch (JsonException e) {
            return false;
        }
    }

    /** Returns the plain values sent by a client in canonical form. */
    Map<String, @Nullable Object> canonical(Map<String, @Nullable Object> plain) {
        Map<String, @Nullable Object> canonical = new LinkedHashMap<>(plain);
        properties.forEach((name, property) -> canonical.replace(name, property.canonical(plain.get(name))));
        return canonical;
    }

    /** Returns the plain values of a record, including nulls. */
    Map<String, @Nullable Object> plain(T record) {
        Map<?, ?> members = (Map<?, ?>) binding.convert(record, Object.class);
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        properties.forEach((name, property) -> plain.put(name, property.canonical(members.get(name))));
        return plain;
    }

    byte[] encode(Map<String, @Nullable Object> plain) {
        JsonBuffer buffer = json.buffer();
        buffer.beginObject();
        stored.forEach(name -> buffer.name(name).value(plain.get(name)));
        buffer.end();
        byte[] text = buffer.toByteArray();
        byte[] bytes = new byte[PRINT + text.length];
        for (int i = 0; i < PRINT; i++) {
            bytes[i] = (byte) (print >> (8 * i));
        }
        System.arraycopy(text, 0, bytes, PRINT, text.length);
        return bytes;
    }

    private boolean current(byte[] bytes) {
        for (int i = 0; i < PRINT; i++) {
            if (bytes[i] != (byte) (print >> (8 * i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the plain values of a stored object. A property that was added to the type later has its default value.
     */
    Map<String, @Nullable Object> decode(byte[] bytes) {
        byte[] text = Arrays.copyOfRange(bytes, PRINT, bytes.length);
        Map<?, ?> members = (Map<?, ?>) binding.read(text, Integer.MAX_VALUE);
        if (members == null) {
            throw new IllegalStateException("a stored " + type.getSimpleName() + " is not a JSON object");
        }
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        properties.forEach((name, property) ->
                plain.put(name, members.containsKey(name) ? members.get(name) : property.standardValue()));
        return plain;
    }

    /** Returns an object whose properties have their defaults. */
    Map<String, @Nullable Object> defaults() {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        properties.forEach((name, property) -> plain.put(name, property.canonical(property.standardValue())));
        return plain;
    }

    /** Writes the requested members of a stored object. */
    void write(byte[] bytes, boolean all, Set<String> names, JsonWriter out) {
        if (all && current(bytes)) {
            out.rawMembers(bytes, PRINT, bytes.length);
            return;
        }
        write(decode(bytes), names, out);
    }

    static void write(Map<String, @Nullable Object> plain, Set<String> names, JsonWriter out) {
        plain.forEach((name, value) -> {
            if (names.contains(name)) {
                out.name(name).value(value);
            }
        });
    }

    /** Returns the blob ids in the properties of an object. */
    Set<String> blobIds(Map<String, @Nullable Object> plain) {
        Set<String> ids = new LinkedHashSet<>();
        if (refersToBlobs) {
            properties.forEach((name, property) -> property.blobIds(plain.get(name), ids::add));
        }
        return ids;
    }
}
