package svc.core;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.identity.Access;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.jmap.Exclusion;

/**
 * Everything that is offered at one moment. A request takes it once and keeps it. Immutable.
 *
 * @param generation moves with every change
 * @param capabilities by URN, sorted
 * @param methods by name, sorted
 * @param types by name
 * @param exclusions pairs of capabilities that do not go together
 * @param unlocking for each capability the URNs that unlock its methods: itself and those that cover it
 * @param refused what was not taken in, and why
 */
record Catalogue(
        long generation,
        Map<String, Part.Offered> capabilities,
        Map<String, Method> methods,
        Map<String, KnownType> types,
        List<Exclusion> exclusions,
        Map<String, Set<String>> unlocking,
        List<Refused> refused) {

    /**
     * A service that was not taken in.
     *
     * @param what the URN, method or type that it wanted to be
     * @param bundle its symbolic name
     * @param bundleId its id in the framework
     * @param reason one sentence that says what is wrong
     * @param remedy one sentence that says what to do
     */
    record Refused(String what, String bundle, long bundleId, String reason, String remedy) {}

    Optional<Method> method(String name) {
        return Optional.ofNullable(methods.get(name));
    }

    /** Whether somebody offers a capability and an organization has it; one that goes with others needs one of them there. */
    boolean offers(String urn, String organization, Directory directory) {
        Part.Offered offered = capabilities.get(urn);
        return offered != null
                && directory.allows(organization, urn)
                && (offered.goesWith().isEmpty()
                        || offered.goesWith().stream().anyMatch(with -> has(with, organization, directory)));
    }

    private boolean has(String urn, String organization, Directory directory) {
        return capabilities.containsKey(urn) && directory.allows(organization, urn);
    }

    /** Whether a request that uses these URNs may call a method. */
    boolean unlocked(Method method, Set<String> using) {
        return method.capabilities().stream().anyMatch(capability -> unlocked(capability, using));
    }

    /** Whether a request that uses these URNs may call the methods of a capability. */
    boolean unlocked(String capability, Set<String> using) {
        for (String urn : unlocking(capability)) {
            if (using.contains(urn)) {
                return true;
            }
        }
        return false;
    }

    /** The URNs that unlock a method. */
    Set<String> unlocking(Method method) {
        return method.capabilities().stream()
                .flatMap(capability -> unlocking(capability).stream())
                .collect(Collectors.toSet());
    }

    Set<String> unlocking(String capability) {
        return unlocking.getOrDefault(capability, Set.of(capability));
    }

    /** What a caller may do with a capability in an account; empty for nothing at all. */
    Optional<Access> granted(Reach reach, String urn) {
        Part.Offered offered = capabilities.get(urn);
        if (offered != null && offered.inSharedAccounts() && !reach.shares().isEmpty()) {
            return Optional.of(reach.readOnly() ? Access.READ : Access.WRITE);
        }
        Optional<Access> own = reach.access(urn);
        if (offered == null || reach.personal()) {
            return own;
        }
        return Stream.concat(own.stream(), offered.goesWith().stream().flatMap(with -> reach.access(with).stream()))
                .max(Comparator.naturalOrder());
    }

    /** With these URNs also the ones that they cover. */
    Set<String> withCovered(Set<String> urns) {
        Set<String> all = new HashSet<>(urns);
        for (String urn : urns) {
            Part.Offered offered = capabilities.get(urn);
            if (offered != null) {
                all.addAll(offered.covers());
            }
        }
        return all;
    }
}
