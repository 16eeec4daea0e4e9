package svc.api.erasure;

import java.util.Set;
import svc.api.identity.Account;

/**
 * An account that is being erased.
 *
 * @param account the account
 * @param addresses all its addresses, in lower case
 */
public record ErasedAccount(Account account, Set<String> addresses) {

    /** Copies the set. */
    public ErasedAccount {
        addresses = Set.copyOf(addresses);
    }

    /** Returns the account id. The text contains no personal data. */
    @Override
    public String toString() {
        return account.id();
    }
}
