package svc.api.identity;

import java.util.Map;
import java.util.Optional;

/**
 * An account that a caller can reach: the own one, or one that somebody shares.
 *
 * @param account whose data it is
 * @param personal whether it is the caller's own
 * @param shares for a shared account, what may be done with which capability; an own account has everything that is offered
 * @param version moves whenever the shares do; 0 for an own account
 */
public record Reach(Account account, boolean personal, Map<String, Access> shares, long version) {

    private static final String SHARED = "shared:";

    /** Copies the map. */
    public Reach {
        shares = Map.copyOf(shares);
    }

    /** The caller's own account. */
    public static Reach own(Account account) {
        return new Reach(account, true, Map.of(), 0);
    }

    /** The key under which the caller knows it. */
    public String id() {
        return personal ? account.id() : SHARED + account.id();
    }

    /** What may be done with a capability; empty for nothing at all. */
    public Optional<Access> access(String capability) {
        return personal ? Optional.of(Access.WRITE) : Optional.ofNullable(shares.get(capability));
    }

    /** Whether nothing in it may be changed. */
    public boolean readOnly() {
        return !personal && !shares.containsValue(Access.WRITE);
    }
}
