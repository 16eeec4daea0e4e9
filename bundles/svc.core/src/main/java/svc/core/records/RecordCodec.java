package svc.core.records;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
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
public final class RecordCodec<T extends Record> {

    private static final int PRINT = 4;

    private final Class<T> type;
    private final Json json;
    private final Json.Binding binding;
    private final Map<String, RecordProperty> properties = new LinkedHashMap<>();
    private final int print;
    private final RecordIndex index;

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
        properties.values().forEach(this::checkDefault);
        this.print = List.copyOf(properties.keySet()).hashCode();
    }

    /** Rejects errors of the record class that would make every object invalid. */
    private void checkDefault(RecordProperty property) {
        String name = type.getSimpleName() + "." + property.name();
        if (property.serverSet() && property.standard().isEmpty()) {
            throw new InvalidServiceException(name, "is server-set and needs a @Default or @Nullable");
        }
        Object value = standard(property);
        if (value == null ? property.standard().isPresent() && !property.nullable() : !fits(value, property)) {
            throw new InvalidServiceException(name, "has a @Default that is not a value of its type");
        }
    }

    /** Returns this codec if its record class is the given one. */
    @SuppressWarnings("unchecked") // the two classes are equal
    <S extends Record> Optional<RecordCodec<S>> of(Class<S> record) {
        return type == (Class<?>) record ? Optional.of((RecordCodec<S>) this) : Optional.empty();
    }

    RecordIndex index() {
        return index;
    }

    Map<String, RecordProperty> properties() {
        return properties;
    }

    /** Returns the record. Rejects invalid values with the names of their properties. */
    T record(Map<String, @Nullable Object> plain) {
        try {
            return binding.convert(plain, type);
        } catch (JsonException e) {
            throw SetError.invalidProperties(wrong(plain), String.valueOf(e.getMessage()));
        }
    }

    private List<String> wrong(Map<String, @Nullable Object> plain) {
        List<String> wrong = new ArrayList<>();
        properties.forEach((name, property) -> {
            Object value = plain.get(name);
            if (value == null ? !property.nullable() : !fits(value, property)) {
                wrong.add(name);
            }
        });
        return wrong;
    }

    boolean fits(Object value, RecordProperty property) {
        if (!property.wellFormed(value)) {
            return false;
        }
        try {
            binding.convert(value, property.type());
            return true;
        } catch (JsonException e) {
            return false;
        }
    }

    /** Rejects times from a client that are not in the form of a UTCDate (RFC 8620 §1.4). */
    void refuseOtherTimes(Map<String, @Nullable Object> plain, Collection<String> sent) {
        List<String> wrong = properties.values().stream()
                .filter(property -> sent.contains(property.name()) && !property.wellFormed(plain.get(property.name())))
                .map(RecordProperty::name)
                .toList();
        if (!wrong.isEmpty()) {
            throw SetError.invalidProperties(wrong, "A time must be a UTCDate such as 2030-01-31T12:00:00Z.");
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
        properties.keySet().forEach(name -> plain.put(name, members.get(name)));
        return plain;
    }

    byte[] encode(Map<String, @Nullable Object> plain) {
        JsonBuffer buffer = json.buffer();
        buffer.beginObject();
        properties.keySet().forEach(name -> buffer.name(name).value(plain.get(name)));
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
                plain.put(name, members.containsKey(name) ? members.get(name) : standard(property)));
        return plain;
    }

    static @Nullable Object standard(RecordProperty property) {
        return property.standard().isPresent() ? property.standard().get().value() : null;
    }

    /** Writes the requested members of a stored object. */
    void write(byte[] bytes, boolean all, Set<String> names, JsonWriter out) {
        if (all && current(bytes)) {
            out.rawMembers(bytes, PRINT, bytes.length);
            return;
        }
        Map<String, @Nullable Object> plain = decode(bytes);
        plain.forEach((name, value) -> {
            if (names.contains(name)) {
                out.name(name).value(value);
            }
        });
    }
}
