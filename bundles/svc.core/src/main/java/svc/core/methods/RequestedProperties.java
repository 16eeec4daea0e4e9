package svc.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.Selection;

/**
 * The properties that a {@code /get} answers with.
 *
 * @param own those of the type itself
 * @param contributed those of other bundles, with where they come from
 */
record Wanted(Selection own, Map<Part.Contributed, Set<String>> contributed) {

    private static final String ID = "id";

    static Wanted of(
            KnownType type,
            RunningCall call,
            Sight sight,
            @Nullable List<String> properties,
            Map<String, @Nullable Object> more) {
        Predicate<String> shows = urn -> sight.shows(urn, call.catalogue(), call.using());
        List<String> own = type.own(shows);
        Map<String, Part.Contributed> others = type.contributed(shows);
        Set<String> asked;
        if (properties == null) {
            asked = new LinkedHashSet<>(own);
            asked.addAll(others.keySet());
        } else {
            asked = new LinkedHashSet<>(properties);
            asked.remove(ID);
            refuseUnknown(type, asked, name -> others.containsKey(name) || type.owns(name, shows));
        }
        Map<Part.Contributed, Set<String>> contributed = new LinkedHashMap<>();
        others.forEach((name, part) -> {
            if (asked.remove(name)) {
                contributed.computeIfAbsent(part, key -> new LinkedHashSet<>()).add(name);
            }
        });
        return new Wanted(
                new Selection(type.all(asked), asked, more, sight.reach(), call.caller(), shows), contributed);
    }

    /** The names of all of them. */
    Set<String> names() {
        if (contributed.isEmpty()) {
            return own.names();
        }
        Set<String> names = new HashSet<>(own.names());
        contributed.values().forEach(names::addAll);
        return names;
    }

    private static void refuseUnknown(KnownType type, Set<String> asked, Predicate<String> known) {
        List<String> unknown = new ArrayList<>();
        asked.stream().filter(known.negate()).map(Words::quoted).forEach(unknown::add);
        if (!unknown.isEmpty()) {
            throw MethodError.invalidArguments("The type " + type.name() + " has no property "
                    + String.join(", ", unknown) + " for a request with these capabilities in this account.");
        }
    }
}
