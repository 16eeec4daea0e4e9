package svc.auth.storage;

import svc.api.identity.Account;

/**
 * An account with the columns that only this bundle reads.
 *
 * @param account the account
 * @param password the hash of its password
 * @param disabled whether sign-in is disabled
 */
public record StoredAccount(Account account, String password, boolean disabled) {

    /** Omits the hash. */
    @Override
    public String toString() {
        return account.id();
    }
}
