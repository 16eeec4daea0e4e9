package svc.api.erasure;

import java.util.Set;
import svc.api.identity.Account;

/**
 * Whose account it was.
 *
 * @param account the account
 * @param addresses all its addresses, in lower case
 */
public record Erased(Account account, Set<String> addresses) {

    /** Copies the set. */
    public Erased {
        addresses = Set.copyOf(addresses);
    }

    /** Nothing of a person. */
    @Override
    public String toString() {
        return account.id();
    }
}
