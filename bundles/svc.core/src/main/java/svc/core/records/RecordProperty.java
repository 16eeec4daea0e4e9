package svc.core.records;

import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.JmapDates;
import svc.api.jmap.query.Collation;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.Immutable;
import svc.api.jmap.type.RefersTo;
import svc.api.jmap.type.ServerSet;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.core.objects.InvalidServiceException;

/**
 * A property as declared by a record component.
 *
 * @param name the name
 * @param type the Java type of the values
 * @param nullable whether the value may be null
 * @param immutable whether the value never changes after creation
 * @param serverSet whether only the server sets the property
 * @param standard the default; empty if the property is required at creation
 * @param refersTo the type whose ids the property holds
 * @param filters the kinds of filter conditions; empty if clients can neither filter nor sort by the property
 */
record RecordProperty(
        String name,
        Type type,
        boolean nullable,
        boolean immutable,
        boolean serverSet,
        Optional<Standard> standard,
        Optional<String> refersTo,
        Set<By> filters) {

    /** The default value of a property, which may be null. */
    record Standard(@Nullable Object value) {}

    static RecordProperty of(RecordComponent component, Json.Binding json) {
        boolean nullable =
                Arrays.stream(component.getAnnotatedType().getAnnotations()).anyMatch(RecordProperty::saysNullable);
        Filterable filterable = component.getAnnotation(Filterable.class);
        RefersTo refersTo = component.getAnnotation(RefersTo.class);
        return new RecordProperty(
                component.getName(),
                component.getGenericType(),
                nullable,
                component.isAnnotationPresent(Immutable.class),
                component.isAnnotationPresent(ServerSet.class),
                standard(component, nullable, json),
                Optional.ofNullable(refersTo).map(RefersTo::value),
                filterable == null ? Set.of() : Set.of(filterable.value()));
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

    /** Compares the annotation by name, because a bundle may contain its own copy of the annotation. */
    private static boolean saysNullable(Annotation annotation) {
        return annotation.annotationType().getName().equals("org.jspecify.annotations.Nullable");
    }

    boolean filterable() {
        return !filters.isEmpty();
    }

    /** Returns the sort key of a value; a long key is truncated. */
    byte[] key(@Nullable Object value, Collation collation) {
        return instant(value).map(SortKey::of).orElseGet(() -> SortKey.of(value, collation));
    }

    /** Returns the complete sort key of a value, for comparisons. */
    byte[] wholeKey(Object value) {
        return instant(value).map(SortKey::of).orElseGet(() -> SortKey.whole(value, Collation.UNICODE_CASEMAP));
    }

    /** Returns the canonical form of a value: each instant has exactly one form (RFC 8620 §1.4). */
    @Nullable
    Object canonical(@Nullable Object value) {
        Optional<Instant> instant = instant(value);
        return instant.isPresent() ? instant.get().toString() : value;
    }

    /** Returns the instant of a UTCDate string. */
    private Optional<Instant> instant(@Nullable Object value) {
        if (type != Instant.class || !(value instanceof String text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty(); // the value is rejected when it is bound to the record
        }
    }

    /**
     * Returns whether a string sent for a UTCDate is valid. Values of other types are checked when they are bound to
     * the record.
     */
    boolean wellFormed(@Nullable Object value) {
        return type != Instant.class
                || !(value instanceof String)
                || JmapDates.utc(value).isPresent();
    }
}
