package svc.core;

import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Collation;
import svc.api.jmap.Default;
import svc.api.jmap.Filterable;
import svc.api.jmap.Filterable.By;
import svc.api.jmap.Immutable;
import svc.api.jmap.RefersTo;
import svc.api.jmap.ServerSet;
import svc.api.json.Json;
import svc.api.json.JsonProblem;

/**
 * A property as a component of a record describes it.
 *
 * @param name its name
 * @param type the Java type of its values
 * @param nullable whether it may be null
 * @param immutable whether it stays as it was created
 * @param serverSet whether only the server sets it
 * @param standard what it is when it is left out; empty when it must be given
 * @param refersTo the type whose ids it holds
 * @param filters the ways to filter by it; empty when it can be neither filtered nor sorted by
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

    /** A value that may be null. */
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
            } catch (JsonProblem e) {
                throw new BrokenPart(
                        component.getDeclaringRecord().getSimpleName() + "." + component.getName(),
                        "has a @Default that is no JSON; a text stands in quotes of its own");
            }
        }
        return nullable ? Optional.of(new Standard(null)) : Optional.empty();
    }

    /** By name: a bundle may carry its own copy of the annotation. */
    private static boolean saysNullable(Annotation annotation) {
        return annotation.annotationType().getName().equals("org.jspecify.annotations.Nullable");
    }

    boolean filterable() {
        return !filters.isEmpty();
    }

    /** What a value sorts by. */
    byte[] key(@Nullable Object value, Collation collation) {
        return moment(value).map(SortKey::of).orElseGet(() -> SortKey.of(value, collation));
    }

    /** What it compares by with others, to the last character. */
    byte[] wholeKey(Object value) {
        return moment(value).map(SortKey::of).orElseGet(() -> SortKey.whole(value, Collation.UNICODE_CASEMAP));
    }

    /** The one form of a value: RFC 8620 §1.4 has one for each moment. */
    @Nullable
    Object canonical(@Nullable Object value) {
        Optional<Instant> moment = moment(value);
        return moment.isPresent() ? moment.get().toString() : value;
    }

    /** The moment that a text of a UTCDate stands for. */
    private Optional<Instant> moment(@Nullable Object value) {
        if (type != Instant.class || !(value instanceof String text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty(); // refused where it is bound
        }
    }
}
