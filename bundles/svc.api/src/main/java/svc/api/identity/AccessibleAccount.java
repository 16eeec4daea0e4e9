package svc.api.identity;

import java.util.Map;
import java.util.Optional;
import svc.api.store.ObjectId;

/**
 * An account that a caller can access: the caller's own account, or one that is shared with the caller.
 *
 * @param account the account
 * @param isPersonal whether it is the caller's own account
 * @param sharedCapabilities the access by capability URN for a shared account; an own account has write access to all
 *     capabilities
 * @param version a number that increases when the shares change; 0 for an own account
 */
public record AccessibleAccount(
        Account account, boolean isPersonal, Map<String, Access> sharedCapabilities, long version) {

    private static final String SHARED = "shared:";

    /** Copies the map. */
    public AccessibleAccount {
        sharedCapabilities = Map.copyOf(sharedCapabilities);
    }

    /** Returns the caller's own account. */
    public static AccessibleAccount own(Account account) {
        return new AccessibleAccount(account, true, Map.of(), 0);
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

    /** Returns the access to a capability; empty for none. */
    public Optional<Access> accessTo(String capability) {
        return isPersonal ? Optional.of(Access.WRITE) : Optional.ofNullable(sharedCapabilities.get(capability));
    }

    /** Returns whether the caller cannot change anything in the account. */
    public boolean isReadOnly() {
        return !isPersonal && !sharedCapabilities.containsValue(Access.WRITE);
    }
}
