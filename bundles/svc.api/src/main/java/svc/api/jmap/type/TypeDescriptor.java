package svc.api.jmap;

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

/**
 * A type as the engine sees it.
 *
 * @param type its name: {@code Todo}
 * @param capability the URN that a request must use
 * @param letter what its ids begin with
 * @param properties all of them but {@code id}
 * @param verbs what clients may do
 * @param more further arguments that a method of the type takes; others stay {@code invalidArguments}
 * @param facets the facets whose properties clients are told by name: {@code /changes} then answers with {@code
 *     updatedProperties} where nothing but these changed (RFC 8621 §2.2)
 * @param under the URNs of which a request must use one for a method, where that is not the type's own capability alone
 */
public record Shape(
        String type,
        String capability,
        char letter,
        List<Property> properties,
        Set<Verb> verbs,
        Map<Verb, Set<String>> more,
        Map<Integer, Set<String>> facets,
        Map<Verb, Set<String>> under) {

    /** Copies the collections. */
    public Shape {
        properties = List.copyOf(properties);
        verbs = Set.copyOf(verbs);
        more = copy(more);
        facets = copy(facets);
        under = copy(under);
    }

    /** A type whose methods take the arguments of every type, and whose facets nobody is told of. */
    public Shape(String type, String capability, char letter, List<Property> properties, Set<Verb> verbs) {
        this(type, capability, letter, properties, verbs, Map.of(), Map.of(), Map.of());
    }

    /** The same type with further arguments of a method. */
    public Shape taking(Verb verb, String... arguments) {
        return new Shape(type, capability, letter, properties, verbs, and(more, verb, arguments), facets, under);
    }

    /** The same type with the names of all properties that a facet holds. */
    public Shape telling(int facet, String... names) {
        return new Shape(type, capability, letter, properties, verbs, more, and(facets, facet, names), under);
    }

    /** The same type with a method for whoever uses one of these capabilities, in place of the type's own. */
    public Shape under(Verb verb, String... urns) {
        return new Shape(type, capability, letter, properties, verbs, more, facets, and(under, verb, urns));
    }

    /** The URNs of which a request must use one for a method. */
    public Set<String> under(Verb verb) {
        return under.getOrDefault(verb, Set.of(capability));
    }

    /** The URNs one of which a request must use to see anything of the type. */
    public Set<String> capabilities() {
        return verbs.stream().flatMap(verb -> under(verb).stream()).collect(Collectors.toUnmodifiableSet());
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

    /** The properties by name. */
    public Map<String, Property> byName() {
        return properties.stream().collect(Collectors.toMap(Property::name, Function.identity()));
    }

    /**
     * A property. One whose name ends with {@code *} stands for all names that begin so and that the source {@linkplain
     * TypeSource#accepts accepts}; it is always on demand.
     *
     * @param name its name
     * @param capability the URN that a request must use to see it; empty for the type's own
     * @param refersTo the type whose ids it holds
     * @param serverSet whether only the server sets it
     * @param onDemand whether only those clients get it that name it
     * @param also further URNs each of which shows it as {@code capability} does; none where that is empty
     */
    public record Property(
            String name,
            Optional<String> capability,
            Optional<String> refersTo,
            boolean serverSet,
            boolean onDemand,
            Set<String> also) {

        private static final String ANY = "*";

        /** A pattern is on demand. */
        public Property {
            onDemand |= name.endsWith(ANY);
            also = Set.copyOf(also);
            if (capability.isEmpty() && !also.isEmpty()) {
                throw new IllegalArgumentException(name + " shows to all who see the type");
            }
        }

        /** A property that one capability shows. */
        public Property(
                String name,
                Optional<String> capability,
                Optional<String> refersTo,
                boolean serverSet,
                boolean onDemand) {
            this(name, capability, refersTo, serverSet, onDemand, Set.of());
        }

        /** A property that clients get unless they name others. */
        public Property(String name, Optional<String> capability, Optional<String> refersTo, boolean serverSet) {
            this(name, capability, refersTo, serverSet, false);
        }

        /** A property of the type's own capability that holds no ids and that clients may set. */
        public Property(String name) {
            this(name, Optional.empty(), Optional.empty(), false);
        }

        /** The same property for those clients alone that name it. */
        public Property demanded() {
            return new Property(name, capability, refersTo, serverSet, true, also);
        }

        /** The same property for those as well who use another capability than its own. */
        public Property alsoUnder(String urn) {
            return new Property(
                    name,
                    capability,
                    refersTo,
                    serverSet,
                    onDemand,
                    Stream.concat(also.stream(), Stream.of(urn)).collect(Collectors.toSet()));
        }

        /** Whether it shows where this says of a URN whether what it has does. */
        public boolean shown(Predicate<String> shows) {
            return capability.map(shows::test).orElse(true) || also.stream().anyMatch(shows);
        }

        /** Whether it stands for a name: its own, or one that its pattern is for. */
        public boolean covers(String other) {
            return name.endsWith(ANY)
                    ? other.length() >= name.length() && other.startsWith(name.substring(0, name.length() - 1))
                    : name.equals(other);
        }
    }
}
