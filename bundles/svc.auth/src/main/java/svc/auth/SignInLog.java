package svc.auth;

import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Account;
import svc.api.identity.Caller;

/** The one line that each sign-in leaves in the log, whatever becomes of it. */
final class SignInLog {

    private static final Logger LOG = LoggerFactory.getLogger(SignInLog.class);

    private SignInLog() {}

    /** What becomes of a sign-in. */
    enum Result {
        OK,
        REFUSED,
        BUSY
    }

    /**
     * A sign-in.
     *
     * @param protocol how
     * @param ip the client's address
     * @param secret the kind of secret
     * @param bound whether it is bound to a key
     */
    record Attempt(String protocol, String ip, Caller.Secret secret, boolean bound) {}

    /** Writes it; an account that is not known has no name here, because what was typed may be a password. */
    static void write(Attempt attempt, Optional<Account> account, Result result) {
        LOG.info(
                "event=sign_in protocol={} account={} tenant={} ip={} result={} secret={} dpop={}",
                attempt.protocol(),
                account.map(Account::id).orElse("-"),
                account.map(Account::organization).orElse("-"),
                attempt.ip(),
                result.name().toLowerCase(Locale.ROOT),
                attempt.secret().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                attempt.bound() ? "bound" : "none");
    }
}
