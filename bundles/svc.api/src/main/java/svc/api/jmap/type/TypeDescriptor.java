package svc.api.jmap.type;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.StandardMethod;
import svc.api.store.Facets;
import svc.api.store.Visibility;

/**
 * The description of a type for the engine.
 *
 * @param type the name of the type, such as {@code Todo}
 * @param capability the URN that a request must use
 * @param idPrefix the first letter of the ids
 * @param properties all properties except {@code id}
 * @param methods the methods available to clients
 * @param extraArguments additional arguments of methods of the type; other arguments are rejected with
 *     {@code invalidArguments}
 * @param facets the facets whose properties are listed, with the names of these properties: {@code /changes} returns
 *     {@code updatedProperties} if only these facets changed (RFC 8621 §2.2)
 * @param methodCapabilities the URNs of which a request must use at least one to call the method; omitted for methods
 *     that need only the type's own capability
 * @param containers the types whose objects contain objects of this type. Only such types, the types with rights, and
 *     those with guests are available in accounts of which only some containers are shared
 * @param rights the rights in containers; empty if the objects of the type are not containers that can be shared
 * @param guests the right in a container with which the objects are available to other users than the owner; empty if
 *     there is none
 */
public record TypeDescriptor(
        String type,
        String capability,
        char idPrefix,
        List<Property> properties,
        Set<StandardMethod> methods,
        Map<StandardMethod, Set<String>> extraArguments,
        Map<Integer, Set<String>> facets,
        Map<StandardMethod, Set<String>> methodCapabilities,
        Set<String> containers,
        Optional<ContainerRights> rights,
        Optional<GuestAccess> guests) {

    /** Copies the collections. */
    public TypeDescriptor {
        properties = List.copyOf(properties);
        methods = Set.copyOf(methods);
        extraArguments = copy(extraArguments);
        facets = copy(facets);
        methodCapabilities = copy(methodCapabilities);
        containers = Set.copyOf(containers);
    }

    /** Creates a type whose objects are neither containers nor in containers. */
    public TypeDescriptor(
            String type,
            String capability,
            char letter,
            List<Property> properties,
            Set<StandardMethod> verbs,
            Map<StandardMethod, Set<String>> extraArguments,
            Map<Integer, Set<String>> facets,
            Map<StandardMethod, Set<String>> methodCapabilities) {
        this(
                type,
                capability,
                letter,
                properties,
                verbs,
                extraArguments,
                facets,
                methodCapabilities,
                Set.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** Creates a type without additional arguments of its methods and without listed facet properties. */
    public TypeDescriptor(
            String type, String capability, char letter, List<Property> properties, Set<StandardMethod> verbs) {
        this(type, capability, letter, properties, verbs, Map.of(), Map.of(), Map.of());
    }

    /** Returns the type with additional arguments of a method. */
    public TypeDescriptor withArguments(StandardMethod verb, String... arguments) {
        return with(and(extraArguments, verb, arguments), facets, methodCapabilities);
    }

    /**
     * Returns the type with a facet whose properties are listed.
     *
     * @param names the names of all properties of the type that belong to the facet; none if only
     *     {@linkplain PropertyContribution#facet contributed} properties belong to it
     */
    public TypeDescriptor withFacetProperties(int facet, String... names) {
        return with(extraArguments, and(facets, facet, names), methodCapabilities);
    }

    /** Returns the type with a method that needs one of these capabilities instead of the type's own capability. */
    public TypeDescriptor withCapabilities(StandardMethod verb, String... urns) {
        return with(extraArguments, facets, and(methodCapabilities, verb, urns));
    }

    /** Returns the type as one whose objects are in containers of these types. */
    public TypeDescriptor inContainers(String... types) {
        return with(properties, Set.of(types), rights, guests);
    }

    /** Returns the type as one whose objects are containers in which these rights can be given. */
    public TypeDescriptor withRights(ContainerRights given) {
        return with(properties, containers, Optional.of(given), guests);
    }

    /** Returns the type as one whose objects are available to users who have a right in a container. */
    public TypeDescriptor withGuestAccess(GuestAccess access) {
        return with(properties, containers, rights, Optional.of(access));
    }

    /** Returns the type with one more property. */
    public TypeDescriptor and(Property further) {
        return with(Stream.concat(properties.stream(), Stream.of(further)).toList(), containers, rights, guests);
    }

    /** Returns whether the type is available in accounts of which only some containers are shared. */
    public boolean supportsSharedContainers() {
        return rights.isPresent() || !containers.isEmpty() || guests.isPresent();
    }

    /** Returns whether the caller may read the objects of the type, but not change any. */
    public boolean isReadOnly(AccessibleAccount reach) {
        return guests.isPresent() && !guests.get().ownObjects() && !reach.seesAll(capability);
    }

    /** Returns which objects of the type a caller may see in an account. */
    public Visibility visibility(AccessibleAccount reach) {
        if (reach.seesAll(capability)) {
            return new Visibility.All();
        }
        if (guests.isPresent()) {
            return guests.get().visibility(reach);
        }
        Set<Long> numbers = reach.containerNumbers(rights.isPresent() ? Set.of(type) : containers);
        return rights.isPresent() ? new Visibility.Objects(numbers) : new Visibility.InContainers(numbers);
    }

    /** Returns the facets whose properties are not listed; empty if all are listed. */
    public Optional<Facets> unnamedFacets() {
        return facets.isEmpty()
                ? Optional.of(Facets.ALL)
                : Facets.of(facets.keySet().stream().mapToInt(Integer::intValue).toArray())
                        .others();
    }

    /** Returns the URNs of which a request must use at least one to call the method. */
    public Set<String> methodCapabilities(StandardMethod verb) {
        return methodCapabilities.getOrDefault(verb, Set.of(capability));
    }

    /** Returns the URNs of which a request must use at least one to call any method of the type. */
    public Set<String> capabilities() {
        return methods.stream()
                .flatMap(verb -> methodCapabilities(verb).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private TypeDescriptor with(
            Map<StandardMethod, Set<String>> arguments,
            Map<Integer, Set<String>> sets,
            Map<StandardMethod, Set<String>> urns) {
        return new TypeDescriptor(
                type, capability, idPrefix, properties, methods, arguments, sets, urns, containers, rights, guests);
    }

    private TypeDescriptor with(
            List<Property> all, Set<String> types, Optional<ContainerRights> given, Optional<GuestAccess> access) {
        return new TypeDescriptor(
                type,
                capability,
                idPrefix,
                all,
                methods,
                extraArguments,
                facets,
                methodCapabilities,
                types,
                given,
                access);
    }

    private static <K> Map<K, Set<String>> and(Map<K, Set<String>> sets, K key, String... names) {
        Map<K, Set<String>> all = new HashMap<>(sets);
        Set<String> joined = new HashSet<>(all.getOrDefault(key, Set.of()));
        joined.addAll(Arrays.asList(names));
        all.put(key, joined);
        return all;
    }

    private static <K> Map<K, Set<String>> copy(Map<K, Set<String>> sets) {
        return sets.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> Set.copyOf(entry.getValue())));
    }

    /** Returns the properties by name. */
    public Map<String, Property> byName() {
        return properties.stream().collect(Collectors.toMap(Property::name, Function.identity()));
    }

    /**
     * A property. A name that ends with {@code *} is a pattern: it matches all names with this prefix that the source
     * {@linkplain TypeSource#matchesPattern accepts}. Properties that match a pattern are returned only to clients that
     * request them by name.
     *
     * @param name the name of the property
     * @param mutability who may set it
     * @param capability the URN that a request must use to see it; empty for the type's own
     * @param refersTo the type whose ids it holds
     * @param onDemand whether it is returned only to clients that request it by name
     * @param furtherCapabilities further URNs that make the property visible like {@code capability}; none if
     *     {@code capability} is empty
     * @param perUser whether each user has a value of his or her own, which every user who sees the object can change,
     *     also in an account that is read-only to the user
     */
    public record Property(
            String name,
            Mutability mutability,
            Optional<String> capability,
            Optional<String> refersTo,
            boolean onDemand,
            Set<String> furtherCapabilities,
            boolean perUser) {

        private static final String ANY = "*";

        /** Copies the set, and sets {@code onDemand} for a pattern. */
        public Property {
            onDemand |= name.endsWith(ANY);
            furtherCapabilities = Set.copyOf(furtherCapabilities);
            if (capability.isEmpty() && !furtherCapabilities.isEmpty()) {
                throw new IllegalArgumentException(name + " shows to all who see the type");
            }
        }

        /** Creates a property of the type's own capability that holds no ids. */
        public Property(String name, Mutability mutability) {
            this(name, mutability, Optional.empty(), Optional.empty(), false, Set.of(), false);
        }

        /** Creates a property of the type's own capability that holds no ids and that clients may set and change. */
        public Property(String name) {
            this(name, Mutability.MUTABLE);
        }

        /** Returns the property as one that holds ids of a type. */
        public Property referringTo(String type) {
            return new Property(
                    name, mutability, capability, Optional.of(type), onDemand, furtherCapabilities, perUser);
        }

        /** Returns the property as one that is returned only to clients that request it by name. */
        public Property onDemandOnly() {
            return new Property(name, mutability, capability, refersTo, true, furtherCapabilities, perUser);
        }

        /** Returns the property as one that is visible to requests that use the capability, in addition to others. */
        public Property withCapability(String urn) {
            return capability.isEmpty()
                    ? new Property(name, mutability, Optional.of(urn), refersTo, onDemand, Set.of(), perUser)
                    : new Property(
                            name,
                            mutability,
                            capability,
                            refersTo,
                            onDemand,
                            Stream.concat(furtherCapabilities.stream(), Stream.of(urn))
                                    .collect(Collectors.toSet()),
                            perUser);
        }

        /** Returns the property as one of which each user has a value. */
        public Property ofEachUser() {
            return new Property(name, mutability, capability, refersTo, onDemand, furtherCapabilities, true);
        }

        /** Returns whether only the server sets the property. */
        public boolean isServerSet() {
            return mutability == Mutability.SERVER_SET;
        }

        /**
         * Returns whether the property is visible.
         *
         * @param shows tests whether the data of a capability is visible
         */
        public boolean isVisible(Predicate<String> shows) {
            return capability.map(shows::test).orElse(true)
                    || furtherCapabilities.stream().anyMatch(shows);
        }

        /** Returns whether the name is a pattern. */
        public boolean isPattern() {
            return name.endsWith(ANY);
        }

        /** Returns whether a name equals the name of this property or matches its pattern. */
        public boolean matches(String other) {
            return isPattern()
                    ? other.length() >= name.length() && other.startsWith(name.substring(0, name.length() - 1))
                    : name.equals(other);
        }
    }

    /**
     * Who may set a property. The engine enforces it (RFC 8620 §5.3): a client may send the current value of a property
     * that it cannot change; another value is rejected.
     */
    public enum Mutability {
        /** Clients may set and change the property. */
        MUTABLE,
        /** Clients may set the property at creation only. */
        IMMUTABLE,
        /** Only the server sets the property. */
        SERVER_SET
    }
}
