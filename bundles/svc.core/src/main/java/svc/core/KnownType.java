package svc.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;

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

    /** The names of the own properties that a call sees. */
    List<String> own(Predicate<String> shows) {
        List<String> names = new ArrayList<>(shape.properties().size());
        for (Property property : shape.properties()) {
            if (property.capability().map(shows::test).orElse(true)) {
                names.add(property.name());
            }
        }
        return names;
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
