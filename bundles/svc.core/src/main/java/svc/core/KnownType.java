package svc.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;

/**
 * A type and what other bundles contribute to it.
 *
 * @param shape what it is like
 * @param source its objects
 * @param contributions further properties
 */
record KnownType(Shape shape, TypeSource source, List<Part.Contributed> contributions) {

    String name() {
        return shape.type();
    }

    /** The names of the own properties that a request sees. */
    List<String> own(Catalogue catalogue, Set<String> using) {
        List<String> names = new ArrayList<>(shape.properties().size());
        for (Property property : shape.properties()) {
            if (property.capability().map(urn -> catalogue.unlocked(urn, using)).orElse(true)) {
                names.add(property.name());
            }
        }
        return names;
    }

    /** The contributed properties that a request sees, each with where it comes from. */
    Map<String, Part.Contributed> contributed(Catalogue catalogue, Set<String> using) {
        Map<String, Part.Contributed> visible = new LinkedHashMap<>();
        for (Part.Contributed part : contributions) {
            if (catalogue.unlocked(part.capability(), using)) {
                part.properties().forEach(name -> visible.put(name, part));
            }
        }
        return visible;
    }
}
