package svc.core.dispatch;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.jmap.CapabilityExclusion;
import svc.api.jmap.RecordRepository;
import svc.core.dispatch.Contribution.Offered;
import svc.core.records.RecordSource;

/**
 * An immutable snapshot of all registered capabilities, methods and types. A request uses the same catalogue until it
 * ends.
 *
 * @param generation increases with every change
 * @param capabilities the capabilities by URN, sorted
 * @param methods the methods by name, sorted
 * @param types the types by name
 * @param pushOnlyTypes the types without objects, each with the URN of its capability
 * @param exclusions pairs of capabilities that one request must not use together
 * @param unlocking for each capability, the URNs that enable its methods: its own URN and those of the capabilities
 *     that imply it
 * @param refused the rejected services with the reasons
 */
public record Catalogue(
        long generation,
        Map<String, Offered> capabilities,
        Map<String, RegisteredMethod> methods,
        Map<String, RegisteredType> types,
        Map<String, String> pushOnlyTypes,
        List<CapabilityExclusion> exclusions,
        Map<String, Set<String>> unlocking,
        List<Refused> refused) {

    /**
     * A rejected service.
     *
     * @param subject the URN, method or type that the service declares
     * @param bundle the symbolic name of the bundle
     * @param bundleId the id of the bundle in the framework
     * @param reason one sentence that describes the error
     * @param remedy one sentence that describes the solution
     */
    public record Refused(String subject, String bundle, long bundleId, String reason, String remedy) {}

    public Optional<RegisteredMethod> method(String name) {
        return Optional.ofNullable(methods.get(name));
    }

    /**
     * Returns the repository of the objects of the type that is described by a record class.
     *
     * @param ids resolves creation ids
     * @throws IllegalStateException if no type is described by the class
     */
    public <T extends Record> RecordRepository<T> records(Class<T> recordType, UnaryOperator<String> ids) {
        return types.values().stream()
                .flatMap(type -> type.source() instanceof RecordSource<?> source
                        ? source.repository(recordType, ids).stream()
                        : Stream.empty())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("no object type is registered for " + recordType.getName()));
    }

    /** Returns whether a bundle offers a capability and a tenant can use it. */
    public boolean offers(String urn, String organization, Directory directory) {
        return obstacle(urn, organization, directory).isEmpty();
    }

    /** Returns whether a request of an account may name a capability in {@code using}. */
    public boolean isUsable(String urn, Account caller, Directory directory) {
        return offers(urn, caller.organization(), directory)
                && Optional.ofNullable(capabilities.get(urn))
                        .filter(offered -> offered.inSession() && offered.isAvailableTo(caller))
                        .isPresent();
    }

    /**
     * Returns the URN that prevents a tenant from using a capability, as
     * {@link svc.api.jmap.OfferedCapabilities#obstacle} defines it.
     */
    public Optional<String> obstacle(String urn, String organization, Directory directory) {
        return obstacle(urn, other -> directory.isEnabled(organization, other), Set.of());
    }

    /**
     * Returns the URN that prevents the use of a capability.
     *
     * @param dependents the capabilities that depend on this capability and are being checked; a cycle of dependencies
     *     ends there
     */
    private Optional<String> obstacle(String urn, Predicate<String> allowed, Set<String> dependents) {
        Offered offered = capabilities.get(urn);
        if (offered == null || (offered.inSession() && !allowed.test(urn))) {
            return Optional.of(urn);
        }
        if (dependents.contains(urn) || !offered.depends()) {
            return Optional.empty();
        }
        Set<String> path = new HashSet<>(dependents);
        path.add(urn);
        Optional<String> missing = Stream.concat(
                        offered.requires().stream(),
                        offered.covers().stream()
                                .filter(covered -> capabilities.containsKey(covered) || !allowed.test(covered)))
                .sorted()
                .flatMap(other -> obstacle(other, allowed, path).stream())
                .findFirst();
        return missing.or(() -> noneOf(offered.goesWith(), allowed, path));
    }

    /** If the tenant can use none of the capabilities, returns the URN that prevents the use of the first one. */
    private Optional<String> noneOf(Set<String> urns, Predicate<String> allowed, Set<String> path) {
        List<String> missing = urns.stream()
                .sorted()
                .flatMap(urn -> obstacle(urn, allowed, path).stream())
                .toList();
        return missing.size() < urns.size()
                ? Optional.empty()
                : missing.stream().findFirst();
    }

    /** Returns whether an account may use a capability of a method. If not, the method does not exist for the account. */
    boolean isAvailable(RegisteredMethod method, Account caller) {
        return method.capabilities().stream()
                .map(capabilities::get)
                .anyMatch(offered -> offered == null || offered.isAvailableTo(caller));
    }

    /** Returns whether a request that uses these URNs may call a method. */
    public boolean unlocked(RegisteredMethod method, Set<String> using) {
        return method.capabilities().stream().anyMatch(capability -> unlocked(capability, using));
    }

    /** Returns whether a request that uses these URNs may call the methods of a capability. */
    boolean unlocked(String capability, Set<String> using) {
        for (String urn : unlocking(capability)) {
            if (using.contains(urn)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the URNs that enable a method. */
    Set<String> unlocking(RegisteredMethod method) {
        return method.capabilities().stream()
                .flatMap(capability -> unlocking(capability).stream())
                .collect(Collectors.toSet());
    }

    public Set<String> unlocking(String capability) {
        return unlocking.getOrDefault(capability, Set.of(capability));
    }

    /**
     * Returns the access of the caller to the data of a capability in an account; empty if the caller has no access. A
     * capability without own containers applies to the containers that are shared with the caller if all its methods
     * support them.
     */
    public Optional<Access> granted(AccessibleAccount accessible, String urn) {
        Offered offered = capabilities.get(urn);
        AccessibleAccount whole = accessible.withoutContainers();
        if (offered != null
                && offered.inSharedAccounts()
                && !whole.sharedCapabilities().isEmpty()) {
            return Optional.of(whole.isReadOnly() ? Access.READ : Access.WRITE);
        }
        if (offered != null
                && offered.inSharedAccounts()
                && accessible.hasSharedContainers()
                && supportSharedContainers(urn)) {
            return Optional.of(Access.READ);
        }
        Optional<Access> own = accessible.accessTo(urn).or(() -> guestAccess(accessible, urn));
        if (offered == null || accessible.isPersonal()) {
            return own;
        }
        return Stream.concat(own.stream(), offered.goesWith().stream().flatMap(with -> whole.accessTo(with).stream()))
                .max(Comparator.naturalOrder());
    }

    private boolean supportSharedContainers(String urn) {
        return methods.values().stream()
                .filter(method -> method.capabilities().contains(urn))
                .allMatch(RegisteredMethod::sharedContainers);
    }

    /** Returns the access that rights in containers give to the types of a capability whose objects are in none. */
    private Optional<Access> guestAccess(AccessibleAccount accessible, String urn) {
        return accessible.sharedContainers().isEmpty()
                ? Optional.empty()
                : types.values().stream()
                        .filter(type -> type.descriptor().capability().equals(urn))
                        .flatMap(type -> type.descriptor().guests().stream())
                        .filter(guests -> guests.isGiven(accessible))
                        .map(guests -> guests.ownObjects() ? Access.WRITE : Access.READ)
                        .max(Comparator.naturalOrder());
    }

    /**
     * Returns an account with all capabilities of which the caller sees all data. If all data of a capability is shared,
     * the data of the capabilities that go with it is also shared, whatever containers are shared in addition.
     */
    public AccessibleAccount completed(AccessibleAccount accessible) {
        AccessibleAccount whole = accessible.withoutContainers();
        if (!accessible.hasSharedContainers() || whole.sharedCapabilities().isEmpty()) {
            return accessible;
        }
        Map<String, Access> shared = new HashMap<>(whole.sharedCapabilities());
        capabilities.keySet().forEach(urn -> granted(whole, urn).ifPresent(access -> shared.put(urn, access)));
        return new AccessibleAccount(
                accessible.account(),
                false,
                accessible.user(),
                shared,
                accessible.sharedContainers(),
                accessible.version());
    }

    /** Returns the URNs of a request, with each former URN of a registered capability replaced by the current URN. */
    public Set<String> present(Set<String> using) {
        Set<String> present = new LinkedHashSet<>();
        for (String urn : using) {
            present.add(capabilities.containsKey(urn) ? urn : successor(urn).orElse(urn));
        }
        return present;
    }

    private Optional<String> successor(String urn) {
        return capabilities.values().stream()
                .filter(offered -> offered.formerUrns().contains(urn))
                .map(Offered::urn)
                .findFirst();
    }
}
