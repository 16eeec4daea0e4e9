package svc.testkit.engine.generated;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.Immutable;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RefersTo;
import svc.api.jmap.type.ServerSet;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeSource;

/**
 * The description of a type.
 *
 * @param type the name of the type
 * @param capability the URN of its capability
 * @param letter the first letter of its ids
 * @param verbs the standard methods that it supports
 * @param properties its properties by name
 * @param conditions the filter conditions that its declaration names; none for a type with its own queries
 */
public record TypeTraits(
        String type,
        String capability,
        char letter,
        Set<StandardMethod> verbs,
        Map<String, Property> properties,
        Set<String> conditions) {

    /**
     * The description of a property.
     *
     * @param standard whether it has a default other than null
     * @param nullable whether it may be null
     * @param immutable whether it cannot change after the creation
     * @param serverSet whether only the server sets it
     * @param sortable whether objects can be sorted by it
     * @param refersTo the type whose ids it contains
     * @param onDemand whether it is returned only to clients that request it by name
     * @param anything whether it accepts every value
     */
    public record Property(
            boolean standard,
            boolean nullable,
            boolean immutable,
            boolean serverSet,
            boolean sortable,
            Optional<String> refersTo,
            boolean onDemand,
            boolean anything) {}

    /** Reads the description from the service that provides the type. */
    public static TypeTraits of(String type, List<?> services) {
        return services.stream()
                .flatMap(service -> of(service).stream())
                .filter(traits -> traits.type.equals(type))
                .findFirst()
                .orElseThrow(() -> new AssertionError("None of the services is the type " + type + ": " + services));
    }

    /** Reads the description if the service provides a type. */
    public static Optional<TypeTraits> of(Object service) {
        if (service instanceof ObjectType<?> type) {
            return Optional.of(of(type));
        }
        return service instanceof TypeSource source ? Optional.of(of(source.descriptor())) : Optional.empty();
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
                                one.refersTo(),
                                one.onDemand(),
                                false)));
        return new TypeTraits(
                descriptor.type(),
                descriptor.capability(),
                descriptor.idPrefix(),
                descriptor.methods(),
                properties,
                Set.of());
    }

    private static TypeTraits of(ObjectType<?> type) {
        Map<String, Property> properties = new LinkedHashMap<>();
        Set<String> conditions = new TreeSet<>();
        for (RecordComponent component : type.recordType().getRecordComponents()) {
            properties.put(component.getName(), of(component));
            conditions.addAll(conditions(component));
        }
        Set<StandardMethod> verbs = EnumSet.copyOf(type.methods());
        if (type.isSingleton()) {
            verbs.retainAll(EnumSet.of(StandardMethod.GET, StandardMethod.SET));
        }
        return new TypeTraits(type.name(), type.capability(), type.idPrefix(), verbs, properties, conditions);
    }

    private static Property of(RecordComponent component) {
        String form = component.getGenericType().getTypeName();
        return new Property(
                component.isAnnotationPresent(Default.class),
                Arrays.stream(component.getAnnotatedType().getAnnotations())
                        .anyMatch(one -> one.annotationType().getSimpleName().equals("Nullable")),
                component.isAnnotationPresent(Immutable.class),
                component.isAnnotationPresent(ServerSet.class),
                component.isAnnotationPresent(Filterable.class),
                Optional.ofNullable(component.getAnnotation(RefersTo.class)).map(RefersTo::value),
                false,
                form.equals("java.lang.Object") || form.equals("java.util.List<java.lang.Object>"));
    }

    private static List<String> conditions(RecordComponent component) {
        Filterable filterable = component.getAnnotation(Filterable.class);
        if (filterable == null) {
            return List.of();
        }
        if (!filterable.from().isEmpty()) {
            return List.of(filterable.from(), filterable.before());
        }
        return filterable.condition().isEmpty()
                ? Stream.of(filterable.value())
                        .flatMap(TypeTraits::suffixes)
                        .map(suffix -> component.getName() + suffix)
                        .toList()
                : List.of(filterable.condition());
    }

    /** Returns what the names of the conditions of one kind add to the name of the property. */
    static Stream<String> suffixes(By by) {
        return switch (by) {
            case VALUE -> Stream.of("");
            case RANGE -> Stream.of("From", "Before");
            case TEXT -> Stream.of("Contains");
            case ELEMENT -> Stream.of("Has");
        };
    }

    /** Returns the names of the properties that match. */
    public List<String> names(Predicate<Property> condition) {
        return properties.entrySet().stream()
                .filter(entry -> condition.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }
}
