package svc.auth;

import java.util.Optional;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.store.ObjectId;

/**
 * A sign-in of one program, of an account that may be used.
 *
 * @param account whose it is
 * @param n its number
 * @param thumbprint the key it is bound to, if it is bound
 */
record Session(Account account, long n, Optional<String> thumbprint) {

    /** The letter of its id. */
    static final char LETTER = 'd';

    /** The id. */
    String id() {
        return ObjectId.text(LETTER, n);
    }

    /** Who asks with it. */
    Caller caller(String address) {
        return new Caller(account, id(), Caller.Secret.SESSION, address);
    }
}
