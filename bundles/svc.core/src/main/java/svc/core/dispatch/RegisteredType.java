package svc.core.dispatch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.core.dispatch.Contribution.Contributed;

/**
 * A type with the properties that other bundles contribute.
 *
 * @param origin the bundle that provides the type
 * @param descriptor the description of the type
 * @param source reads and writes the objects
 * @param contributions the contributed properties
 * @param sharing how the objects are shared; empty if they cannot be shared
 */
public record RegisteredType(
        Contribution.Origin origin,
        TypeDescriptor descriptor,
        TypeSource source,
        List<Contributed> contributions,
        Optional<Contribution.Sharing> sharing) {

    public String name() {
        return descriptor.type();
    }

    /** Notifies the source that a call in an account begins, and returns the account. */
    public AccountContext entered(AccountContext account) {
        source.beforeCall(account.scope(), account.accessible().account());
        return account;
    }

    /** Returns the arguments that this type adds to a method. */
    public Set<String> extraArguments(StandardMethod verb) {
        return descriptor.extraArguments().getOrDefault(verb, Set.of());
    }

    /**
     * Returns the names of the type's own properties that a call returns by default and that are visible to the call.
     */
    public List<String> own(Predicate<String> shows) {
        List<String> names = new ArrayList<>(descriptor.properties().size());
        for (Property property : descriptor.properties()) {
            if (!property.onDemand() && property.isVisible(shows)) {
                names.add(property.name());
            }
        }
        return names;
    }

    /**
     * Returns whether the type itself has a property of this name that is visible to a call, whether it is returned by
     * default or only on demand.
     */
    public boolean owns(String name, Predicate<String> shows) {
        return descriptor.properties().stream()
                .anyMatch(property -> property.matches(name)
                        && property.isVisible(shows)
                        && (name.equals(property.name()) || source.matchesPattern(name)));
    }

    /**
     * Returns whether the names are exactly the properties that the type returns by default, so that none of these is
     * hidden from the call.
     */
    public boolean all(Set<String> names) {
        int count = 0;
        for (Property property : descriptor.properties()) {
            if (!property.onDemand()) {
                count++;
                if (!names.contains(property.name())) {
                    return false;
                }
            }
        }
        return names.size() == count;
    }

    /** Returns the visible property names of each facet whose properties are listed. */
    public Map<Integer, Set<String>> namesByFacet(Predicate<String> shows) {
        Map<Integer, Set<String>> namesByFacet = new LinkedHashMap<>();
        List<String> own = own(shows);
        descriptor.facets().forEach((facet, names) -> {
            Set<String> visible = new LinkedHashSet<>(names);
            visible.retainAll(own);
            contributed(shows).forEach((name, part) -> {
                if (part.facet().equals(OptionalInt.of(facet))) {
                    visible.add(name);
                }
            });
            namesByFacet.put(facet, visible);
        });
        return namesByFacet;
    }

    /** Returns the contributed properties visible to a call, each with its contribution. */
    public Map<String, Contributed> contributed(Predicate<String> shows) {
        Map<String, Contributed> visible = new LinkedHashMap<>();
        for (Contributed part : contributions) {
            if (shows.test(part.capability())) {
                part.properties().forEach(name -> visible.put(name, part));
            }
        }
        return visible;
    }
}
