package svc.core;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonProblem;
import svc.api.json.JsonSink;

/**
 * One record in its three forms: the record that the author sees, the plain values that clients send and patch, and the
 * bytes in the store. The bytes begin with a print of the property names: as long as that is the same, they are what a
 * client gets, and nothing has to be read to answer.
 */
final class RecordCodec<T extends Record> {

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
            throw new BrokenPart(type.getSimpleName(), "has a component id, which is always there by itself");
        }
        this.index = new RecordIndex(properties.values());
        properties.values().forEach(this::refuseBroken);
        this.print = List.copyOf(properties.keySet()).hashCode();
    }

    /** What would make every object impossible is said at once, and not at the first object. */
    private void refuseBroken(RecordProperty property) {
        String name = type.getSimpleName() + "." + property.name();
        if (property.serverSet() && property.standard().isEmpty()) {
            throw new BrokenPart(name, "is set by the server alone and needs a @Default, or to be @Nullable");
        }
        Object value = standard(property);
        if (value == null ? property.standard().isPresent() && !property.nullable() : !fits(value, property)) {
            throw new BrokenPart(name, "has a @Default that is no value of its type");
        }
    }

    /** This codec, when it is one of that record. */
    @SuppressWarnings("unchecked") // the two classes are one
    <S extends Record> Optional<RecordCodec<S>> of(Class<S> record) {
        return type == (Class<?>) record ? Optional.of((RecordCodec<S>) this) : Optional.empty();
    }

    RecordIndex index() {
        return index;
    }

    Map<String, RecordProperty> properties() {
        return properties;
    }

    /** The record; what does not fit is refused by the names of the properties. */
    T record(Map<String, @Nullable Object> plain) {
        try {
            return binding.convert(plain, type);
        } catch (JsonProblem e) {
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
        try {
            binding.convert(value, property.type());
            return true;
        } catch (JsonProblem e) {
            return false;
        }
    }

    /** Plain values that a client sent, each in its one form. */
    Map<String, @Nullable Object> canonical(Map<String, @Nullable Object> plain) {
        Map<String, @Nullable Object> canonical = new LinkedHashMap<>(plain);
        properties.forEach((name, property) -> canonical.replace(name, property.canonical(plain.get(name))));
        return canonical;
    }

    /** The plain values of a record, nulls and all. */
    Map<String, @Nullable Object> plain(T record) {
        Map<?, ?> members = (Map<?, ?>) binding.convert(record, Object.class);
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        properties.keySet().forEach(name -> plain.put(name, members.get(name)));
        return plain;
    }

    byte[] encode(Map<String, @Nullable Object> plain) {
        JsonBuffer buffer = json.buffer();
        buffer.object();
        properties.keySet().forEach(name -> buffer.name(name).value(plain.get(name)));
        buffer.end();
        byte[] text = buffer.bytes();
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

    /** The plain values of a stored object; a property that was added since has its default. */
    Map<String, @Nullable Object> decode(byte[] bytes) {
        byte[] text = Arrays.copyOfRange(bytes, PRINT, bytes.length);
        Map<?, ?> members = (Map<?, ?>) binding.read(text, Integer.MAX_VALUE);
        if (members == null) {
            throw new IllegalStateException("a stored " + type.getSimpleName() + " is no object");
        }
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        properties.forEach((name, property) ->
                plain.put(name, members.containsKey(name) ? members.get(name) : standard(property)));
        return plain;
    }

    static @Nullable Object standard(RecordProperty property) {
        return property.standard().isPresent() ? property.standard().get().value() : null;
    }

    /** Writes the wanted members of a stored object. */
    void write(byte[] bytes, boolean all, Set<String> names, JsonSink out) {
        if (all && current(bytes)) {
            out.members(bytes, PRINT, bytes.length);
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
