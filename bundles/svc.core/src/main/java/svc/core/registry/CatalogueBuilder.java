package svc.core.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import svc.api.jmap.CapabilityExclusion;
import svc.api.jmap.StandardMethod;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.Catalogue.Refused;
import svc.core.dispatch.Contribution;
import svc.core.dispatch.Contribution.Contributed;
import svc.core.dispatch.Contribution.Handled;
import svc.core.dispatch.Contribution.Offered;
import svc.core.dispatch.Contribution.Origin;
import svc.core.dispatch.Contribution.Typed;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.StandardMethods;

/**
 * Builds a catalogue from the contributions in the order of their registration. If two contributions have the same
 * name, the catalogue contains only the first.
 */
final class CatalogueBuilder {

    private final StandardMethods derived;
    private final Map<String, Offered> capabilities = new TreeMap<>();
    private final Map<String, RegisteredMethod> methods = new TreeMap<>();
    private final Map<String, Contribution> typeNames = new HashMap<>();
    private final Map<String, Typed> types = new TreeMap<>();
    private final Map<String, String> pushOnlyTypes = new TreeMap<>();
    private final Map<String, List<Contributed>> contributions = new HashMap<>();
    private final List<CapabilityExclusion> exclusions = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();

    CatalogueBuilder(StandardMethods derived) {
        this.derived = derived;
    }

    Catalogue of(long generation, List<Contribution> parts, List<Refused> unreadable) {
        refused.addAll(unreadable);
        parts.forEach(this::name);
        Map<String, RegisteredType> known = new TreeMap<>();
        types.forEach((name, part) -> known.put(name, known(part)));
        for (Contribution part : parts) {
            if (part instanceof Handled handled) {
                take(handled);
            }
        }
        known.values().forEach(this::derive);
        return new Catalogue(generation, capabilities, methods, known, pushOnlyTypes, exclusions, unlocking(), refused);
    }

    private void name(Contribution part) {
        if (part instanceof Offered offered) {
            if (claim(capabilities, offered.urn(), offered, "The capability ")) {
                offered.pushOnlyTypes().stream()
                        .filter(type -> claim(typeNames, type, offered, "The type "))
                        .forEach(type -> pushOnlyTypes.put(type, offered.urn()));
            }
        } else if (part instanceof Typed typed) {
            if (claim(typeNames, typed.descriptor().type(), typed, "The type ")) {
                types.put(typed.descriptor().type(), typed);
            }
        } else if (part instanceof Contributed contributed) {
            contributions
                    .computeIfAbsent(contributed.type(), type -> new ArrayList<>())
                    .add(contributed);
        } else if (part instanceof Contribution.Excluded excluded) {
            exclusions.add(excluded.pair());
        }
    }

    private <P extends Contribution> boolean claim(Map<String, P> claimed, String name, P part, String subject) {
        P owner = claimed.putIfAbsent(name, part);
        if (owner != null) {
            refuse(name, part.origin(), subject, owner.origin());
        }
        return owner == null;
    }

    private void refuse(String name, Origin origin, String subject, Origin owner) {
        refused.add(new Refused(
                name,
                origin.bundle(),
                origin.bundleId(),
                subject + name + " is already registered by the bundle " + owner.bundle() + ".",
                "Remove one of the two bundles with `svc bundle remove NAME`."));
    }

    private void take(Handled handled) {
        String name = handled.method();
        Typed type = types.get(name.substring(0, name.indexOf('/')));
        if (type != null
                && type.origin().bundleId() != handled.origin().bundleId()
                && type.descriptor().methods().stream()
                        .anyMatch(verb -> verb.nameFor(type.descriptor().type()).equals(name))) {
            refuse(name, handled.origin(), "The method ", type.origin());
            return;
        }
        RegisteredMethod method = new RegisteredMethod(
                name,
                Set.of(handled.capability()),
                handled.origin(),
                false,
                handled.sharedContainers(),
                handled.runner());
        RegisteredMethod owner = methods.putIfAbsent(name, method);
        if (owner != null) {
            refuse(name, handled.origin(), "The method ", owner.origin());
        }
    }

    private RegisteredType known(Typed part) {
        List<Contributed> taken = new ArrayList<>();
        Map<String, Origin> owners = new HashMap<>();
        part.descriptor().byName().keySet().forEach(name -> owners.put(name, part.origin()));
        owners.put("id", part.origin());
        for (Contributed contributed :
                contributions.getOrDefault(part.descriptor().type(), List.of())) {
            Optional<String> clash = contributed.properties().stream()
                    .filter(owners::containsKey)
                    .sorted()
                    .findFirst();
            if (clash.isPresent()) {
                refuse(
                        part.descriptor().type() + "." + clash.get(),
                        contributed.origin(),
                        "The property ",
                        owners.getOrDefault(clash.get(), part.origin()));
            } else {
                contributed.properties().forEach(name -> owners.put(name, contributed.origin()));
                taken.add(contributed);
            }
        }
        return new RegisteredType(part.origin(), part.descriptor(), part.source(), taken, part.sharing());
    }

    private void derive(RegisteredType type) {
        Typed part = types.get(type.name());
        if (part == null) {
            return;
        }
        for (StandardMethod verb : type.descriptor().methods()) {
            String name = verb.nameFor(type.name());
            methods.putIfAbsent(
                    name,
                    new RegisteredMethod(
                            name,
                            type.descriptor().methodCapabilities(verb),
                            part.origin(),
                            true,
                            type.descriptor().supportsSharedContainers(),
                            derived.runner(verb, type)));
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
