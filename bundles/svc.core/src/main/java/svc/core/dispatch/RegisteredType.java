package svc.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;

/**
 * A type and what other bundles contribute to it.
 *
 * @param origin where it comes from
 * @param shape what it is like
 * @param source its objects
 * @param contributions further properties
 */
record KnownType(Part.Origin origin, Shape shape, TypeSource source, List<Part.Contributed> contributions) {

    String name() {
        return shape.type();
    }

    /** The account of a call that begins. */
    Sight entered(Sight sight) {
        source.enter(sight.scope());
        return sight;
    }

    /** The arguments that a method of this type alone takes. */
    Set<String> further(Verb verb) {
        return shape.more().getOrDefault(verb, Set.of());
    }

    /** The names of the own properties that a call gets which names none. */
    List<String> own(Predicate<String> shows) {
        List<String> names = new ArrayList<>(shape.properties().size());
        for (Property property : shape.properties()) {
            if (!property.onDemand() && property.shown(shows)) {
                names.add(property.name());
            }
        }
        return names;
    }

    /** Whether a call sees an own property of this name, be it only on demand. */
    boolean owns(String name, Predicate<String> shows) {
        return shape.properties().stream()
                .anyMatch(property -> property.covers(name)
                        && property.shown(shows)
                        && (name.equals(property.name()) || source.accepts(name)));
    }

    /** Whether these are all that a call gets which names none, where nothing is hidden from it. */
    boolean all(Set<String> names) {
        int count = 0;
        for (Property property : shape.properties()) {
            if (!property.onDemand()) {
                count++;
                if (!names.contains(property.name())) {
                    return false;
                }
            }
        }
        return names.size() == count;
    }

    /** The contributed properties that a call sees, each with where it comes from. */
    Map<String, Part.Contributed> contributed(Predicate<String> shows) {
        Map<String, Part.Contributed> visible = new LinkedHashMap<>();
        for (Part.Contributed part : contributions) {
            if (shows.test(part.capability())) {
                part.properties().forEach(name -> visible.put(name, part));
            }
        }
        return visible;
    }
}
