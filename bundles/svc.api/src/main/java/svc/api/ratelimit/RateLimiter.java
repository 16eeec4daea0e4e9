package svc.api.ratelimit;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Rate-limits requests per address and per account, and bans addresses after failed sign-ins. Trusted addresses
 * ({@code [security] trusted_ips} and the whitelist) are exempt.
 *
 * <p>Threading: thread-safe; a decision takes well under a microsecond and does not access the store. Memory use does
 * not grow with the number of addresses. Lifecycle: used from the phase {@code ready} of a start.
 */
@ProviderType
public interface RateLimiter {

    /** Counts a request without a credential, and returns whether it is allowed. */
    Decision checkAddress(InetAddress address);

    /**
     * Counts a request with a credential, and returns whether it is allowed. The result is never {@link Banned}: a ban
     * does not block valid credentials. If the credential is invalid, the caller must check {@link #bannedUntil} before
     * it answers.
     */
    Decision checkAddressWithCredential(InetAddress address);

    /** Counts a request of an authenticated account, given by its number, and returns whether it is allowed. */
    Decision checkAccount(long account, InetAddress address);

    /**
     * Subtracts the processor time of a completed request from the quota of the account. If the quota is used up, the
     * next requests of the account are rejected.
     *
     * @param account the number of the account
     * @param address the address of the client
     * @param processorTime the processor time
     */
    void recordProcessorTime(long account, InetAddress address, Duration processorTime);

    /** Returns whether an address is trusted: no limit of requests or connections applies to it. */
    default boolean isTrusted(InetAddress address) {
        return false;
    }

    /**
     * Returns the end of the ban of an address; empty if it is not banned. For servers that check connections instead
     * of requests.
     */
    Optional<Instant> bannedUntil(InetAddress address);

    /**
     * Returns the end of the ban of an address that was caused by failures or abuse over a protocol; empty if the address is
     * not banned, or for another reason. For servers that other mail servers use, which do not sign in.
     */
    default Optional<Instant> bannedUntil(InetAddress address, String protocol) {
        return Optional.empty();
    }

    /**
     * Checks a sign-in with a password before the password is compared. If the result is not {@link Allowed}, the
     * password must not be compared. A ban does not block a sign-in by a protocol other than HTTP from a known network
     * of the account.
     */
    Decision checkSignIn(Attempt attempt);

    /** Records that the password was wrong. Do not call this method for an expired or missing token. */
    void recordFailedSignIn(Attempt attempt);

    /**
     * Records abuse by a client that does not sign in, for example a mail server that tries many unknown recipients. Several
     * such records within the window of failed sign-ins lead to a ban of the address, which {@link #bannedUntil(InetAddress,
     * String)} returns for the protocol.
     */
    default void recordAbuse(InetAddress address, String protocol) {}

    /**
     * Records that the password was right: earlier failures of the same account and network no longer count, and the
     * network is a known network of the account for some days.
     */
    void recordSuccessfulSignIn(Attempt attempt);

    /**
     * Records that a session was continued with a new token: the network remains a known network of the account for
     * some days more.
     */
    void recordContinuedSignIn(long account, InetAddress address);

    /** Returns whether the account signed in from the network of the address in the last days. Reads the store. */
    boolean isKnownNetwork(long account, InetAddress address);

    /**
     * A sign-in with a password or another secret that a user chooses.
     *
     * @param address the address of the client
     * @param protocol the protocol, such as {@code http}
     * @param account the number of the account; for an unknown name, a negative number derived from the name
     * @param secret a keyed hash of name and password; several attempts with the same wrong password count once
     * @param foreignPage whether a web page of another origin sent the request. Because such a page sends requests from
     *     the addresses of its visitors, its failures count for the account and do not ban the address
     */
    record Attempt(InetAddress address, String protocol, long account, long secret, boolean foreignPage) {}

    /** The decision about a request. */
    sealed interface Decision permits Allowed, Rejection {}

    /** The request is not allowed. */
    sealed interface Rejection extends Decision permits Limited, TooManyFailures, Banned {}

    /**
     * The request is allowed.
     *
     * @param quota the remaining quota; empty for a trusted address
     */
    record Allowed(Optional<Quota> quota) implements Decision {}

    /**
     * The request exceeds a rate limit.
     *
     * @param quota the exceeded quota
     * @param retryAfter the time until the next allowed request
     */
    record Limited(Quota quota, Duration retryAfter) implements Rejection {

        /** Returns the waiting time in whole seconds, at least 1. */
        public long seconds() {
            return Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds());
        }

        /**
         * Returns the header fields of the response: {@code Retry-After}, {@code RateLimit} and
         * {@code RateLimit-Policy}.
         */
        public Map<String, String> fields() {
            return Map.of(
                    "Retry-After",
                    Long.toString(seconds()),
                    "RateLimit",
                    quota.field(),
                    "RateLimit-Policy",
                    quota.policy());
        }
    }

    /**
     * Too many sign-ins to the account failed from unknown networks. Sign-ins from known networks are still allowed.
     *
     * @param limit the configuration key of the limit
     * @param most the maximum number of failures
     * @param retryAfter the waiting time
     */
    record TooManyFailures(String limit, int most, Duration retryAfter) implements Rejection {}

    /**
     * The address is banned.
     *
     * @param until the end of the ban
     */
    record Banned(Instant until) implements Rejection {}

    /**
     * A rate limit and its remaining quota.
     *
     * @param limit the configuration key of the limit
     * @param perMinute the quota per minute: requests, or milliseconds of processor time
     * @param remaining the remaining quota
     * @param full the seconds until the whole quota is available again
     */
    record Quota(String limit, long perMinute, long remaining, long full) {

        /** The configuration key of the limit on processor time. */
        public static final String PROCESSOR_TIME = "http_per_account_cpu_ms";

        /** Returns the quota per minute with the configuration key, as text for error messages. */
        public String most() {
            return perMinute + (limit.equals(PROCESSOR_TIME) ? " ms of processor time" : " requests")
                    + " a minute ([security] " + limit + ")";
        }

        /** Returns the value of the field {@code RateLimit-Policy}. */
        public String policy() {
            return "\"" + limit + "\";q=" + perMinute + ";w=60";
        }

        /** Returns the value of the field {@code RateLimit}. */
        public String field() {
            return "\"" + limit + "\";r=" + remaining + ";t=" + full;
        }
    }
}
