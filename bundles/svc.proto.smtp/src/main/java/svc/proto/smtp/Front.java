package svc.proto.smtp;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import svc.api.delivery.MailTrace;
import svc.api.identity.SignIns;
import svc.api.lifecycle.Maintenance;
import svc.api.net.connection.Connection;
import svc.api.net.connection.ConnectionService.Ending;
import svc.api.net.connection.ConnectionService.Listener;
import svc.api.net.connection.SignedInConnections;
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
 * @param trace records refusals
 * @param clock the time
 * @param maintenance the maintenance mode
 */
record Front(
        Role role,
        SmtpSettings settings,
        Destination destination,
        Optional<SignIns> signIns,
        SignedInConnections signedIn,
        RateLimiter limiter,
        SmtpMetrics metrics,
        MailTrace trace,
        Clock clock,
        Maintenance maintenance) {

    /** The longest duration of a TLS handshake. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(30);

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
            limiter.recordAbuse(client, role.protocol());
        }
    }

    String hostname() {
        return settings.hostname();
    }

    /** Returns the listener with this address; none if the address is empty. */
    static Stream<Listener> listener(String name, String key, String address, boolean implicitTls) {
        return Listener.configured(name, key, address, implicitTls, HANDSHAKE);
    }

    /** Returns the last words to a client whose connection the server ends. */
    static String lastWords(Ending ending) {
        Refusal refusal = switch (ending) {
            case TOO_MANY_CONNECTIONS -> Refusal.TOO_MANY_CONNECTIONS;
            case STOPPING -> Refusal.STOPPING;
            case TIMEOUT -> Refusal.IDLE;
            case FAILURE -> Refusal.FAILURE;
        };
        return Dialogue.line(refusal.reply());
    }
}
