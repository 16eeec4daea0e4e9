package svc.api.jmap;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A type as the engine sees it.
 *
 * @param type its name: {@code Todo}
 * @param capability the URN that a request must use
 * @param letter what its ids begin with
 * @param properties all of them but {@code id}
 * @param verbs what clients may do
 */
public record Shape(String type, String capability, char letter, List<Property> properties, Set<Verb> verbs) {

    /** Copies the collections. */
    public Shape {
        properties = List.copyOf(properties);
        verbs = Set.copyOf(verbs);
    }

    /** The properties by name. */
    public Map<String, Property> byName() {
        return properties.stream().collect(Collectors.toMap(Property::name, Function.identity()));
    }

    /**
     * A property.
     *
     * @param name its name
     * @param capability the URN that a request must use to see it; empty for the type's own
     * @param refersTo the type whose ids it holds
     * @param serverSet whether only the server sets it
     */
    public record Property(String name, Optional<String> capability, Optional<String> refersTo, boolean serverSet) {

        /** A property of the type's own capability that holds no ids and that clients may set. */
        public Property(String name) {
            this(name, Optional.empty(), Optional.empty(), false);
        }
    }
}
