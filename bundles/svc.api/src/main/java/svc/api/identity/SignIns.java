package svc.api.identity;

import java.net.InetAddress;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.ratelimit.RateLimiter;

/**
 * Signs in the clients of any protocol, with the limits, bans, log entries and audit entries of HTTP. Each sign-in counts
 * as a request of its address and of its account.
 *
 * <p>A sign-in ends when its session or password is revoked, or its account or tenant is suspended. The protocol must end
 * the connections of the sign-in: at the time {@link Directory#validUntil}, and when {@link Directory#version} has changed
 * and {@link Directory#isActive} no longer holds.
 *
 * <p>Threading: thread-safe. The methods read the store. A sign-in with an account password also waits for one password
 * hash, unless the same address and password signed in during the last minutes. A sign-in with an unknown address takes
 * as long as one with a wrong password.
 */
@ProviderType
public interface SignIns {

    /**
     * Signs in with an address and an app password or the account password, as far as {@code [auth] basic} permits.
     *
     * @param client the client
     * @param login the address of the account, as the client sent it
     * @param secret the password, as the client sent it
     */
    Outcome password(Client client, String login, String secret);

    /**
     * Signs in with a token of a session, or an app password without its address (OAUTHBEARER, RFC 7628).
     *
     * @param client the client
     * @param token the token, as the client sent it
     */
    Outcome token(Client client, String token);

    /**
     * A client.
     *
     * @param protocol the name of the protocol in the log and the audit log, such as {@code imap}
     * @param address the address
     */
    record Client(String protocol, InetAddress address) {}

    /** The result of a sign-in. */
    sealed interface Outcome permits SignedIn, Refused, Blocked, Busy {}

    /**
     * The client is signed in.
     *
     * @param caller the authenticated caller
     */
    record SignedIn(Caller caller) implements Outcome {}

    /**
     * The client is not signed in. The same credential will be refused again.
     *
     * @param reason the reason
     */
    record Refused(Reason reason) implements Outcome {}

    /** The reason of a refusal. */
    enum Reason {
        /**
         * The secret is wrong, or no active account has it. The answer to the client must not distinguish the two.
         */
        INVALID_CREDENTIALS("The address or the password is wrong"),
        /** The password of the account is correct, but only app passwords are accepted. */
        APP_PASSWORD_REQUIRED("Use an app password; the password of the account is not accepted here"),
        /** The password is correct, but no passwords are accepted. */
        PASSWORDS_OFF("The server accepts no passwords; sign in with a token"),
        /** The token is valid, but its session is bound to a key (RFC 9449), and only HTTP can carry a proof. */
        TOKEN_BOUND("The token is bound to a key and can only be used by HTTP");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        /** Returns the text for the user, with the remedy. */
        public String text() {
            return text;
        }
    }

    /**
     * A limit or a ban applies; the credential was not accepted.
     *
     * @param rejection the limit or the ban
     */
    record Blocked(RateLimiter.Rejection rejection) implements Outcome {}

    /** Too many clients are signing in at the moment; the client can try again in a few seconds. */
    record Busy() implements Outcome {}
}
