package svc.auth.tokens;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.store.ObjectId;

/**
 * A device session: one sign-in of one program, of an active account.
 *
 * @param account the account that signed in
 * @param n the number
 * @param thumbprint the thumbprint of the key to which the session is bound; empty if it is not bound
 * @param since the time of the sign-in with the password
 */
public record DeviceSession(Account account, long n, Optional<String> thumbprint, Instant since) {

    /** The lifetime of a token. */
    static final Duration TOKEN_LIFE = Duration.ofHours(24);

    /** The letter of the id of a device session. */
    public static final char LETTER = 'd';

    public String id() {
        return ObjectId.format(LETTER, n);
    }

    /** Returns the caller of a request with this session. */
    public Caller caller(String address) {
        return new Caller(account, id(), Caller.CredentialKind.SESSION, address);
    }
}
