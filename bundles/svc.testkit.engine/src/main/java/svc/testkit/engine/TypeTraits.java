package svc.testkit.engine;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.jmap.Default;
import svc.api.jmap.Filterable;
import svc.api.jmap.Immutable;
import svc.api.jmap.ObjectType;
import svc.api.jmap.RefersTo;
import svc.api.jmap.ServerSet;
import svc.api.jmap.Shape;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;

/**
 * What a type says of itself.
 *
 * @param capability its URN
 * @param letter what its ids begin with
 * @param verbs what clients may do
 * @param properties by name
 */
record Traits(String capability, char letter, Set<Verb> verbs, Map<String, Property> properties) {

    /**
     * A property.
     *
     * @param standard whether it has a default other than null
     * @param nullable whether it may be null
     * @param immutable whether it stays as it was created
     * @param serverSet whether only the server sets it
     * @param sortable whether objects can be sorted by it
     * @param refers whether it holds ids
     */
    record Property(
            boolean standard,
            boolean nullable,
            boolean immutable,
            boolean serverSet,
            boolean sortable,
            boolean refers) {}

    /** Reads them from the service that brings the type. */
    static Traits of(String type, List<?> services) {
        for (Object service : services) {
            if (service instanceof ObjectType<?> described && described.name().equals(type)) {
                return of(described);
            }
            if (service instanceof TypeSource source && source.shape().type().equals(type)) {
                return of(source.shape());
            }
        }
        throw new AssertionError("None of the services is the type " + type + ": " + services);
    }

    private static Traits of(Shape shape) {
        Map<String, Property> properties = new LinkedHashMap<>();
        shape.properties()
                .forEach(one -> properties.put(
                        one.name(),
                        new Property(
                                false,
                                false,
                                false,
                                one.serverSet(),
                                false,
                                one.refersTo().isPresent())));
        return new Traits(shape.capability(), shape.letter(), shape.verbs(), properties);
    }

    private static Traits of(ObjectType<?> type) {
        Map<String, Property> properties = new LinkedHashMap<>();
        for (RecordComponent component : type.shape().getRecordComponents()) {
            properties.put(component.getName(), of(component));
        }
        return new Traits(type.capability(), type.letter(), type.verbs(), properties);
    }

    private static Property of(RecordComponent component) {
        return new Property(
                component.isAnnotationPresent(Default.class),
                Arrays.stream(component.getAnnotatedType().getAnnotations())
                        .anyMatch(one -> one.annotationType().getSimpleName().equals("Nullable")),
                component.isAnnotationPresent(Immutable.class),
                component.isAnnotationPresent(ServerSet.class),
                component.isAnnotationPresent(Filterable.class),
                component.isAnnotationPresent(RefersTo.class));
    }

    /** The names of some properties. */
    List<String> names(java.util.function.Predicate<Property> which) {
        return properties.entrySet().stream()
                .filter(entry -> which.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }
}
