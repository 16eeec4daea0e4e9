package svc.proto.pop3;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.SaslExchange;
import svc.api.identity.SaslMechanism;
import svc.api.identity.SignIns.Blocked;
import svc.api.identity.SignIns.Client;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.Refused;
import svc.api.identity.SignIns.SignedIn;
import svc.api.net.connection.Connection;
import svc.api.ratelimit.RateLimiter.Banned;

/** Signs in the client of one connection by PASS (RFC 1939 §7) or AUTH (RFC 5034). Not thread-safe. */
final class SignIn {

    /** The maximum number of failed sign-ins on one connection. */
    static final int MOST_FAILURES = 3;

    private final Front front;
    private final Connection connection;
    private @Nullable SaslExchange exchange;
    private int failures;

    SignIn(Front front, Connection connection) {
        this.front = front;
        this.connection = connection;
    }

    /** Returns whether the next line belongs to an exchange of SASL. */
    boolean isInExchange() {
        return exchange != null;
    }

    /** Signs in with a password. */
    Caller password(String user, String password) throws RefusedException {
        return caller(front.signIns().password(client(), user, password));
    }

    private Client client() {
        return new Client(Front.PROTOCOL, connection.peer().getAddress());
    }

    /** Begins an exchange of SASL. Returns the first step that the client must answer, or the verified user. */
    Step begin(String mechanism, Optional<String> initial) throws RefusedException {
        SaslExchange begun = new SaslExchange(
                SaslMechanism.named(mechanism)
                        .orElseThrow(() -> new RefusedException("The server does not have this mechanism")),
                front.signIns(),
                client());
        exchange = begun;
        return step(begun.begin(initial));
    }

    /** Takes a line of the exchange. */
    Step respond(byte[] line) throws RefusedException {
        SaslExchange open = exchange;
        if (open == null) {
            throw new IllegalStateException("The line belongs to no exchange");
        }
        return step(open.respond(new String(line, US_ASCII).strip()));
    }

    /** What follows a line of an exchange. */
    sealed interface Step permits Challenge, Accepted {}

    /** The client must answer a challenge, which is encoded as Base64. */
    record Challenge(String encoded) implements Step {}

    /** The client is signed in. */
    record Accepted(Caller caller) implements Step {}

    private Step step(SaslExchange.Step step) throws RefusedException {
        if (step instanceof SaslExchange.Challenge challenge) {
            return new Challenge(challenge.encoded());
        }
        exchange = null;
        if (step instanceof SaslExchange.Verified verified) {
            return new Accepted(caller(verified.outcome()));
        }
        throw new RefusedException(
                step instanceof SaslExchange.Canceled
                        ? "The sign-in was canceled"
                        : "The response is not valid for this mechanism");
    }

    private Caller caller(Outcome outcome) throws RefusedException {
        if (outcome instanceof SignedIn in) {
            if (!front.hasMail(in.caller())) {
                throw new RefusedException(RefusedException.SYS_PERM, "The organization does not use mail");
            }
            return in.caller();
        }
        if (outcome instanceof Refused refused) {
            throw new RefusedException(RefusedException.AUTH, refused.reason().text(), ++failures >= MOST_FAILURES);
        }
        if (outcome instanceof Blocked blocked) {
            throw blocked.rejection() instanceof Banned
                    ? new RefusedException(
                            RefusedException.SYS_TEMP,
                            "The address is banned after too many failed sign-ins; try again later",
                            true)
                    : new RefusedException(
                            RefusedException.LOGIN_DELAY, "Too many sign-ins at the moment; try again later");
        }
        throw new RefusedException(RefusedException.SYS_TEMP, "The server is busy; try again later");
    }
}
