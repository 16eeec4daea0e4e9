package svc.testkit.engine;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Immutable;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RefersTo;
import svc.api.jmap.type.ServerSet;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeSource;

/**
 * The description of a type.
 *
 * @param capability the URN of its capability
 * @param letter the first letter of its ids
 * @param verbs the standard methods that it supports
 * @param properties its properties by name
 */
record TypeTraits(String capability, char letter, Set<StandardMethod> verbs, Map<String, Property> properties) {

    /**
     * The description of a property.
     *
     * @param standard whether it has a default other than null
     * @param nullable whether it may be null
     * @param immutable whether it cannot change after the creation
     * @param serverSet whether only the server sets it
     * @param sortable whether objects can be sorted by it
     * @param refers whether it contains ids
     */
    record Property(
            boolean standard,
            boolean nullable,
            boolean immutable,
            boolean serverSet,
            boolean sortable,
            boolean refers) {}

    /** Reads the description from the service that provides the type. */
    static TypeTraits of(String type, List<?> services) {
        for (Object service : services) {
            if (service instanceof ObjectType<?> objectType && objectType.name().equals(type)) {
                return of(objectType);
            }
            if (service instanceof TypeSource source
                    && source.descriptor().type().equals(type)) {
                return of(source.descriptor());
            }
        }
        throw new AssertionError("None of the services is the type " + type + ": " + services);
    }

    private static TypeTraits of(TypeDescriptor descriptor) {
        Map<String, Property> properties = new LinkedHashMap<>();
        descriptor
                .properties()
                .forEach(one -> properties.put(
                        one.name(),
                        new Property(
                                false,
                                false,
                                one.mutability() == TypeDescriptor.Mutability.IMMUTABLE,
                                one.isServerSet(),
                                false,
                                one.refersTo().isPresent())));
        return new TypeTraits(descriptor.capability(), descriptor.idPrefix(), descriptor.methods(), properties);
    }

    private static TypeTraits of(ObjectType<?> type) {
        Map<String, Property> properties = new LinkedHashMap<>();
        for (RecordComponent component : type.recordType().getRecordComponents()) {
            properties.put(component.getName(), of(component));
        }
        return new TypeTraits(type.capability(), type.idPrefix(), type.methods(), properties);
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

    /** Returns the names of the properties that match. */
    List<String> names(java.util.function.Predicate<Property> condition) {
        return properties.entrySet().stream()
                .filter(entry -> condition.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }
}
