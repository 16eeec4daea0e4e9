package svc.auth.signin;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter;
import svc.api.ratelimit.RateLimiter.Attempt;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.api.ratelimit.RateLimiter.Rejection;
import svc.auth.crypto.HashConcurrencyLimit.Place;
import svc.auth.crypto.HmacSha256;

/**
 * Applies the {@link RateLimiter} to sign-ins: asks the limiter before a password is verified, and reports the result
 * to the limiter. The guard also applies the limit of requests per account: with every kind of credential, the request
 * is counted here before it is processed. Thread-safe.
 */
@Component(service = SignInGuard.class)
public final class SignInGuard {

    private final RateLimiter guard;
    private final HmacSha256 key = new HmacSha256(HmacSha256.key());

    @Activate
    public SignInGuard(@Reference RateLimiter guard) {
        this.guard = guard;
    }

    /** One verification of a password. Verifications for clients without an IP address are not counted. */
    final class Trial {

        private final Optional<Attempt> attempt;

        private Trial(Optional<Attempt> attempt) {
            this.attempt = attempt;
        }

        /** Returns the rejection if the password must not be verified. */
        Optional<Rejection> rejection() {
            return attempt.map(guard::checkSignIn).flatMap(SignInGuard::rejection);
        }

        /** Returns the origin of the request for the hash queue. */
        Place place() {
            return attempt.map(from -> new Place(
                            IpNetwork.around(from.address()).toString(),
                            guard.isKnownNetwork(from.account(), from.address())))
                    .orElseGet(() -> new Place("", false));
        }

        void failed() {
            attempt.ifPresent(guard::recordFailedSignIn);
        }

        void succeeded() {
            attempt.ifPresent(guard::recordSuccessfulSignIn);
        }
    }

    /**
     * Starts a trial. Must be called before the password is verified.
     *
     * @param name the account address as the client sent it
     */
    Trial trial(String name, Optional<Account> account, String secret, ClientAddress client) {
        long subject = account.map(Account::n).orElseGet(() -> Long.MIN_VALUE | fingerprint(name));
        return new Trial(IpNetwork.address(client.address())
                .map(address -> new Attempt(
                        address,
                        client.protocol(),
                        subject,
                        fingerprint(subject + ":" + secret),
                        client.foreignPage())));
    }

    private long fingerprint(String text) {
        return ByteBuffer.wrap(key.of(text.getBytes(StandardCharsets.UTF_8))).getLong();
    }

    /** Returns the rejection in a decision of the limiter; empty if the decision allows the request. */
    static Optional<Rejection> rejection(Decision decision) {
        return decision instanceof Rejection rejection ? Optional.of(rejection) : Optional.empty();
    }

    /** Counts a request with a credential. Returns the rejection if the address exceeds its limit. */
    Optional<Rejection> exceeded(InetAddress address) {
        return rejection(guard.checkAddressWithCredential(address));
    }

    /** Counts a request. Returns the rejection if the account exceeds its limit. */
    Optional<Rejection> exceeded(Account account, String from) {
        return IpNetwork.address(from)
                .map(address -> guard.checkAccount(account.n(), address))
                .flatMap(SignInGuard::rejection);
    }

    /** Records that a session of the account continues from this address with a new token. */
    void continued(Account account, String address) {
        IpNetwork.address(address).ifPresent(client -> guard.recordContinuedSignIn(account.n(), client));
    }

    /** Returns the ban of the address; empty if it is not banned. */
    Optional<Rejection> ban(String address) {
        Optional<InetAddress> client = IpNetwork.address(address);
        return client.flatMap(guard::bannedUntil).map(Banned::new);
    }

    /**
     * Returns the problem. If it reports a missing or invalid token and the address is banned, returns the ban instead
     * (SEC-05).
     */
    AuthProblem orBan(AuthProblem problem, String address) {
        return "invalid_token".equals(problem.members().get("error"))
                ? ban(address).map(AuthProblem::rejected).orElse(problem)
                : problem;
    }
}
