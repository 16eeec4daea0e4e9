package svc.api.identity;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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
        sharedContainers = IndexedContainers.of(sharedContainers);
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

    /** Returns the number in the id by which a caller addresses an account; empty if it is no such id. */
    static OptionalLong number(String id) {
        return ObjectId.parse(Account.LETTER, id.startsWith(SHARED) ? id.substring(SHARED.length()) : id);
    }

    /** Returns the access to a capability, to all of its data or to that of containers; empty for none. */
    public Optional<Access> accessTo(String capability) {
        return isPersonal
                ? Optional.of(Access.WRITE)
                : Stream.concat(
                                Optional.ofNullable(sharedCapabilities.get(capability)).stream(),
                                Optional.ofNullable(accessByContainers().get(capability)).stream())
                        .max(Comparator.naturalOrder());
    }

    /** Returns whether the caller cannot change anything in the account. */
    public boolean isReadOnly() {
        return !isPersonal
                && !sharedCapabilities.containsValue(Access.WRITE)
                && containers().isReadOnly();
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
        return containers().containers(type);
    }

    /** Returns the numbers of the containers of some types that are shared with the caller. */
    public Set<Long> containerNumbers(Set<String> types) {
        return containers().numbers(types);
    }

    /** Returns whether the caller has a right in at least one shared container of a type. */
    public boolean hasRight(String type, String right) {
        return containers().hasRight(type, right);
    }

    /** Returns the capabilities whose data is shared with containers, with the access to it. */
    public Map<String, Access> accessByContainers() {
        return containers().access();
    }

    /**
     * Returns a hash of the containers of some types that are shared with the caller, for states: it differs when other
     * containers are shared.
     *
     * @param withRights whether it also differs when the caller has other rights in the same containers
     */
    public String containersHash(Set<String> types, boolean withRights) {
        return containers().hash(types, withRights);
    }

    private IndexedContainers containers() {
        return IndexedContainers.of(sharedContainers);
    }

    /** Returns the account with only those of its data that is shared as all data of a capability. */
    public AccessibleAccount withoutContainers() {
        return sharedContainers.isEmpty()
                ? this
                : new AccessibleAccount(account, isPersonal, user, sharedCapabilities, version);
    }
}
