package svc.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import svc.api.jmap.Exclusion;
import svc.api.jmap.Verb;
import svc.core.Catalogue.Refused;

/** Puts a catalogue together from the parts in the order in which they came: of two that want one name the first has it. */
final class CatalogueDraft {

    private final DerivedMethods derived;
    private final Map<String, Part.Offered> capabilities = new TreeMap<>();
    private final Map<String, Method> methods = new TreeMap<>();
    private final Map<String, Part.Typed> types = new TreeMap<>();
    private final Map<String, List<Part.Contributed>> contributions = new HashMap<>();
    private final List<Exclusion> exclusions = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();

    CatalogueDraft(DerivedMethods derived) {
        this.derived = derived;
    }

    Catalogue of(long generation, List<Part> parts, List<Refused> unreadable) {
        refused.addAll(unreadable);
        parts.forEach(this::name);
        Map<String, KnownType> known = new TreeMap<>();
        types.forEach((name, part) -> known.put(name, known(part)));
        for (Part part : parts) {
            if (part instanceof Part.Handled handled) {
                take(handled);
            }
        }
        known.values().forEach(this::derive);
        return new Catalogue(generation, capabilities, methods, known, exclusions, unlocking(), refused);
    }

    private void name(Part part) {
        if (part instanceof Part.Offered offered) {
            claim(capabilities, offered.urn(), offered, "The capability ");
        } else if (part instanceof Part.Typed typed) {
            claim(types, typed.shape().type(), typed, "The type ");
        } else if (part instanceof Part.Contributed contributed) {
            contributions
                    .computeIfAbsent(contributed.type(), type -> new ArrayList<>())
                    .add(contributed);
        } else if (part instanceof Part.Excluded excluded) {
            exclusions.add(excluded.pair());
        }
    }

    private <P extends Part> void claim(Map<String, P> claimed, String name, P part, String what) {
        P owner = claimed.putIfAbsent(name, part);
        if (owner != null) {
            refuse(name, part.origin(), what, owner.origin());
        }
    }

    private void refuse(String name, Part.Origin origin, String what, Part.Origin owner) {
        refused.add(new Refused(
                name,
                origin.bundle(),
                origin.bundleId(),
                what + name + " is already there, from the bundle " + owner.bundle() + ".",
                "Keep one of the two: `svc bundle remove NAME` takes a bundle away."));
    }

    private void take(Part.Handled handled) {
        String name = handled.method();
        Part.Typed type = types.get(name.substring(0, name.indexOf('/')));
        if (type != null
                && type.origin().bundleId() != handled.origin().bundleId()
                && type.shape().verbs().stream()
                        .anyMatch(verb -> verb.of(type.shape().type()).equals(name))) {
            refuse(name, handled.origin(), "The method ", type.origin());
            return;
        }
        Method method = new Method(name, Set.of(handled.capability()), handled.origin(), false, handled.runner());
        Method owner = methods.putIfAbsent(name, method);
        if (owner != null) {
            refuse(name, handled.origin(), "The method ", owner.origin());
        }
    }

    private KnownType known(Part.Typed part) {
        List<Part.Contributed> taken = new ArrayList<>();
        Map<String, Part.Origin> owners = new HashMap<>();
        part.shape().byName().keySet().forEach(name -> owners.put(name, part.origin()));
        owners.put("id", part.origin());
        for (Part.Contributed contributed :
                contributions.getOrDefault(part.shape().type(), List.of())) {
            Optional<String> clash = contributed.properties().stream()
                    .filter(owners::containsKey)
                    .sorted()
                    .findFirst();
            if (clash.isPresent()) {
                refuse(
                        part.shape().type() + "." + clash.get(),
                        contributed.origin(),
                        "The property ",
                        owners.getOrDefault(clash.get(), part.origin()));
            } else {
                contributed.properties().forEach(name -> owners.put(name, contributed.origin()));
                taken.add(contributed);
            }
        }
        return new KnownType(part.origin(), part.shape(), part.source(), taken);
    }

    private void derive(KnownType type) {
        Part.Typed part = types.get(type.name());
        if (part == null) {
            return;
        }
        for (Verb verb : type.shape().verbs()) {
            String name = verb.of(type.name());
            methods.putIfAbsent(
                    name, new Method(name, type.shape().under(verb), part.origin(), true, derived.runner(verb, type)));
        }
    }

    private Map<String, Set<String>> unlocking() {
        Map<String, Set<String>> unlocking = new HashMap<>();
        capabilities.forEach((urn, offered) -> {
            unlocking.computeIfAbsent(urn, key -> new HashSet<>()).add(urn);
            offered.covers()
                    .forEach(covered -> unlocking
                            .computeIfAbsent(covered, key -> new HashSet<>(Set.of(covered)))
                            .add(urn));
        });
        return unlocking;
    }
}
