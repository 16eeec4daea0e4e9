package svc.proto.smtp;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Optional;
import svc.api.identity.SignIns;
import svc.api.net.connection.Connection;
import svc.api.ratelimit.RateLimiter;
import svc.api.time.Clock;

/**
 * What the sessions of one service share. Thread-safe.
 *
 * @param role the role of the listeners
 * @param settings the limits, and the name of the server
 * @param destination the destination of messages
 * @param signIns signs in clients; empty without AUTH
 * @param signedIn ends the connections of sign-ins that have ended
 * @param limiter the bans
 * @param metrics counts commands and messages
 * @param clock the time
 */
record Front(
        Role role,
        SmtpSettings settings,
        Destination destination,
        Optional<SignIns> signIns,
        SignedInSessions signedIn,
        RateLimiter limiter,
        SmtpMetrics metrics,
        Clock clock) {

    private static final SecureRandom RANDOM = new SecureRandom();

    /** Returns the refusal of a new connection; empty to greet the client. */
    Optional<Refusal> refusal(Connection connection) {
        InetAddress client = connection.peer().getAddress();
        if (role == Role.LMTP && !client.isLoopbackAddress() && !limiter.isTrusted(client)) {
            return Optional.of(Refusal.UNTRUSTED_CLIENT);
        }
        // Submission applies a ban at the sign-in, because it depends on the account.
        boolean banned = role == Role.RELAY
                && limiter.bannedUntil(client, role.protocol()).isPresent();
        return banned ? Optional.of(Refusal.BANNED) : Optional.empty();
    }

    /** Records that a client tried too many unknown recipients; several such connections lead to a ban. */
    void recordAbuse(InetAddress client) {
        if (role == Role.RELAY) {
            byte[] unique = new byte[Long.BYTES];
            RANDOM.nextBytes(unique);
            // No account has a negative number. Different secrets count as different failures.
            long secret = ByteBuffer.wrap(unique).getLong();
            limiter.recordFailedSignIn(new RateLimiter.Attempt(client, role.protocol(), Long.MIN_VALUE, secret, false));
        }
    }

    String hostname() {
        return settings.hostname();
    }
}
