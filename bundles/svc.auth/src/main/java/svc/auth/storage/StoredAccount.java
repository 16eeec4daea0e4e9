package svc.auth;

import java.time.Instant;
import svc.api.identity.Account;

/**
 * An account with what only this bundle needs to know.
 *
 * @param account the account
 * @param password the hash of its password
 * @param disabled whether nobody can sign in with it
 * @param createdAt since when it is there
 */
record Identity(Account account, String password, boolean disabled, Instant createdAt) {

    /** Without the hash. */
    @Override
    public String toString() {
        return account.id();
    }
}
