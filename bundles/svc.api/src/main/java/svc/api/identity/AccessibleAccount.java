package svc.api.identity;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import svc.api.store.ObjectId;

/**
 * An account that a caller can access: the caller's own account, or one of which data is shared with the caller. Data is
 * shared by containers, such as mailboxes, or as all data of a capability.
 *
 * @param account the account
 * @param isPersonal whether it is the caller's own account
 * @param user the number of the caller's own account
 * @param sharedCapabilities the capabilities of a shared account of which all data is shared, with the access to it; an
 *     own account has write access to all capabilities
 * @param sharedContainers the containers that are shared with the caller, each once
 * @param version a number that increases when {@code sharedCapabilities} changes; 0 for an own account
 */
public record AccessibleAccount(
        Account account,
        boolean isPersonal,
        long user,
        Map<String, Access> sharedCapabilities,
        List<SharedContainer> sharedContainers,
        long version) {

    private static final String SHARED = "shared:";

    /** Copies the collections. */
    public AccessibleAccount {
        sharedCapabilities = Map.copyOf(sharedCapabilities);
        sharedContainers = List.copyOf(sharedContainers);
    }

    /** Creates an account without shared containers. */
    public AccessibleAccount(
            Account account, boolean isPersonal, long user, Map<String, Access> sharedCapabilities, long version) {
        this(account, isPersonal, user, sharedCapabilities, List.of(), version);
    }

    /** Returns the caller's own account. */
    public static AccessibleAccount own(Account account) {
        return new AccessibleAccount(account, true, account.n(), Map.of(), 0);
    }

    /**
     * Returns the JMAP account id by which the caller addresses the account. The id of a shared account has a prefix.
     */
    public String id() {
        return isPersonal ? account.id() : sharedId(account.n());
    }

    /** Returns the JMAP account id by which other callers than the owner address an account. */
    public static String sharedId(long n) {
        return SHARED + ObjectId.format(Account.LETTER, n);
    }

    /** Returns the access to a capability, to all of its data or to that of containers; empty for none. */
    public Optional<Access> accessTo(String capability) {
        return isPersonal
                ? Optional.of(Access.WRITE)
                : Stream.concat(
                                Optional.ofNullable(sharedCapabilities.get(capability)).stream(),
                                sharedContainers.stream()
                                        .filter(container ->
                                                container.capabilities().contains(capability))
                                        .map(SharedContainer::access))
                        .max(Comparator.naturalOrder());
    }

    /** Returns whether the caller cannot change anything in the account. */
    public boolean isReadOnly() {
        return !isPersonal
                && !sharedCapabilities.containsValue(Access.WRITE)
                && sharedContainers.stream().noneMatch(container -> container.access() == Access.WRITE);
    }

    /** Returns whether the caller sees only the data of some containers, for at least one capability. */
    public boolean hasSharedContainers() {
        return !sharedContainers.isEmpty();
    }

    /** Returns whether the caller sees all data of a capability, and not only that of some containers. */
    public boolean seesAll(String capability) {
        return isPersonal || sharedContainers.isEmpty() || sharedCapabilities.containsKey(capability);
    }

    /** Returns the containers of a type that are shared with the caller, by number. */
    public Map<Long, SharedContainer> containers(String type) {
        Map<Long, SharedContainer> containers = new HashMap<>();
        sharedContainers.stream()
                .filter(container -> container.type().equals(type))
                .forEach(container -> containers.put(container.n(), container));
        return containers;
    }

    /** Returns the account with only those of its data that is shared as all data of a capability. */
    public AccessibleAccount withoutContainers() {
        return sharedContainers.isEmpty()
                ? this
                : new AccessibleAccount(account, isPersonal, user, sharedCapabilities, version);
    }
}
