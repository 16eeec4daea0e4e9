package svc.core.records;

import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;
import svc.api.jmap.query.Collation;
import svc.api.jmap.type.BlobRef;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Immutable;
import svc.api.jmap.type.MaxLength;
import svc.api.jmap.type.RefersTo;
import svc.api.jmap.type.ServerSet;
import svc.api.jmap.type.TypeDescriptor.Mutability;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.core.objects.InvalidServiceException;
import svc.core.objects.PlainValues;

/**
 * A property as declared by a record component.
 *
 * @param name the name
 * @param type the Java type of the values
 * @param nullable whether the value may be null
 * @param mutability who may set it
 * @param computed whether it is computed at read and not stored
 * @param standard the default; empty if the property is required at creation
 * @param refersTo the type whose ids it holds
 * @param filterable the conditions; empty if clients can neither filter nor sort by it
 * @param maxLength the maximum length of a string
 * @param holdsBlobs whether it holds blob ids
 * @param members the components of the record that the value is, or that is an element of the list or map
 */
record RecordProperty(
        String name,
        Type type,
        boolean nullable,
        Mutability mutability,
        boolean computed,
        Optional<Standard> standard,
        Optional<String> refersTo,
        Optional<Filterable> filterable,
        int maxLength,
        boolean holdsBlobs,
        List<RecordProperty> members) {

    /** The default value of a property, which may be null. */
    record Standard(@Nullable Object value) {}

    static RecordProperty of(RecordComponent component, Json.Binding json) {
        boolean nullable =
                Arrays.stream(component.getAnnotatedType().getAnnotations()).anyMatch(RecordProperty::saysNullable);
        ServerSet serverSet = component.getAnnotation(ServerSet.class);
        MaxLength maxLength = component.getAnnotation(MaxLength.class);
        return new RecordProperty(
                component.getName(),
                component.getGenericType(),
                nullable,
                serverSet != null
                        ? Mutability.SERVER_SET
                        : component.isAnnotationPresent(Immutable.class) ? Mutability.IMMUTABLE : Mutability.MUTABLE,
                serverSet != null && serverSet.computed(),
                standard(component, nullable, json),
                Optional.ofNullable(component.getAnnotation(RefersTo.class)).map(RefersTo::value),
                Optional.ofNullable(component.getAnnotation(Filterable.class)),
                maxLength == null ? Integer.MAX_VALUE : maxLength.value(),
                component.isAnnotationPresent(BlobRef.class),
                members(component.getGenericType(), json));
    }

    private static Optional<Standard> standard(RecordComponent component, boolean nullable, Json.Binding json) {
        Default given = component.getAnnotation(Default.class);
        if (given != null) {
            try {
                return Optional.of(new Standard(json.read(given.value())));
            } catch (JsonException e) {
                throw new InvalidServiceException(
                        component.getDeclaringRecord().getSimpleName() + "." + component.getName(),
                        "has a @Default that is not JSON; a string needs quotes inside the annotation value");
            }
        }
        return nullable ? Optional.of(new Standard(null)) : Optional.empty();
    }

    /** Returns the components of a record, or of the records in a list or map. */
    private static List<RecordProperty> members(Type type, Json.Binding json) {
        if (type instanceof ParameterizedType collection) {
            Type[] arguments = collection.getActualTypeArguments();
            return members(arguments[arguments.length - 1], json);
        }
        return type instanceof Class<?> nested && nested.isRecord()
                ? Arrays.stream(nested.getRecordComponents())
                        .map(component -> of(component, json))
                        .toList()
                : List.of();
    }

    /** Compares the annotation by name, because a bundle may contain its own copy of the annotation. */
    private static boolean saysNullable(Annotation annotation) {
        return annotation.annotationType().getName().equals("org.jspecify.annotations.Nullable");
    }

    /** Returns the description of the property for the engine. */
    Property described() {
        Property plain = new Property(name, mutability);
        return refersTo.map(plain::referringTo).orElse(plain);
    }

    boolean isImmutable() {
        return mutability == Mutability.IMMUTABLE;
    }

    /** Returns the default; null if there is none. */
    @Nullable
    Object standardValue() {
        return standard.isPresent() ? standard.get().value() : null;
    }

    /** Returns the sort key of a value; a long key is truncated. */
    byte[] key(@Nullable Object value, Collation collation) {
        return instant(value).map(SortKey::of).orElseGet(() -> SortKey.of(value, collation));
    }

    /** Returns the complete sort key of a value, for comparisons. */
    byte[] wholeKey(Object value) {
        return instant(value).map(SortKey::of).orElseGet(() -> SortKey.whole(value, Collation.UNICODE_CASEMAP));
    }

    /**
     * Returns the canonical form of a value: each instant has exactly one form (RFC 8620 §1.4), and nested records have
     * all their members.
     */
    @Nullable
    Object canonical(@Nullable Object value) {
        if (!members.isEmpty()) {
            return ofMembers(value, this::canonicalRecord);
        }
        Optional<Instant> instant = instant(value);
        return instant.isPresent() ? instant.get().toString() : value;
    }

    private Map<String, @Nullable Object> canonicalRecord(Map<String, @Nullable Object> nested) {
        Map<String, @Nullable Object> canonical = new LinkedHashMap<>(nested);
        for (RecordProperty member : members) {
            Object value = nested.get(member.name);
            canonical.put(member.name, member.canonical(value == null ? member.standardValue() : value));
        }
        return canonical;
    }

    /** Applies a function to the nested record, or to each one in a list or map. Leaves other values unchanged. */
    private @Nullable Object ofMembers(@Nullable Object value, UnaryOperator<Map<String, @Nullable Object>> function) {
        if (value instanceof List<?> list) {
            List<@Nullable Object> changed = new ArrayList<>(list.size());
            list.forEach(element -> changed.add(ofRecord(element, function)));
            return changed;
        }
        if (value instanceof Map<?, ?> map && type instanceof ParameterizedType) {
            Map<Object, @Nullable Object> changed = new LinkedHashMap<>();
            map.forEach((key, element) -> changed.put(key, ofRecord(element, function)));
            return changed;
        }
        return ofRecord(value, function);
    }

    private static @Nullable Object ofRecord(
            @Nullable Object value, UnaryOperator<Map<String, @Nullable Object>> function) {
        return value instanceof Map<?, ?> map ? function.apply(PlainValues.object(map)) : value;
    }

    /** Returns the instant of a UTCDate string. */
    private Optional<Instant> instant(@Nullable Object value) {
        if (type != Instant.class || !(value instanceof String text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty(); // the value is rejected when it is bound to the record
        }
    }

    /**
     * Passes the reasons why a value of the right Java type is invalid: a time that is not a UTCDate, or a string that
     * is too long.
     */
    void check(@Nullable Object value, Consumer<String> reasons) {
        if (!isWellFormed(value)) {
            reasons.accept("A time must be a UTCDate such as 2030-01-31T12:00:00Z.");
        }
        if (value instanceof String text
                && text.length() > maxLength
                && text.codePointCount(0, text.length()) > maxLength) {
            reasons.accept("The property " + name + " may have " + maxLength + " characters at most.");
        }
        ofMembers(value, nested -> {
            members.forEach(member -> member.check(nested.get(member.name), reasons));
            return nested;
        });
    }

    /** Returns whether a string for a time is a UTCDate. Other values are checked when they are bound to the record. */
    boolean isWellFormed(@Nullable Object value) {
        return type != Instant.class
                || !(value instanceof String)
                || JmapDates.utc(value).isPresent();
    }

    /** Passes the blob ids in a value. */
    void blobIds(@Nullable Object value, Consumer<String> ids) {
        if (holdsBlobs && value instanceof List<?> list) {
            list.forEach(id -> ids.accept(String.valueOf(id)));
        } else if (holdsBlobs && value != null) {
            ids.accept(String.valueOf(value));
        }
        ofMembers(value, nested -> {
            members.forEach(member -> member.blobIds(nested.get(member.name), ids));
            return nested;
        });
    }

    /** Returns whether the property or a component of its records holds blob ids. */
    boolean refersToBlobs() {
        return holdsBlobs || members.stream().anyMatch(RecordProperty::refersToBlobs);
    }
}
