package svc.proto.pop3;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.SaslMechanism;
import svc.api.identity.SignIns;
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

    /** The error that a client of OAUTHBEARER acknowledges before it gets the reply (RFC 7628 §3.2.2). */
    private static final String INVALID_TOKEN = "{\"status\":\"invalid_token\"}";

    private final Front front;
    private final Connection connection;
    private int failures;

    SignIn(Front front, Connection connection) {
        this.front = front;
        this.connection = connection;
    }

    /** What follows a step of an exchange. */
    sealed interface Step permits Challenge, Accepted {}

    /** The client must answer a challenge, which is encoded as Base64. */
    record Challenge(String encoded) implements Step {}

    /** The client is signed in. */
    record Accepted(Caller caller) implements Step {}

    /** Signs in with a password. */
    Caller password(String user, String password) throws RefusedException {
        return caller(front.signIns().password(client(), user, password));
    }

    private Client client() {
        return new Client(Front.PROTOCOL, connection.peer().getAddress());
    }

    /** An exchange of SASL. */
    final class Exchange {

        private final SaslMechanism mechanism;
        private final List<String> responses = new ArrayList<>();
        private @Nullable RefusedException acknowledged;

        private Exchange(SaslMechanism mechanism) {
            this.mechanism = mechanism;
        }

        /** Begins the exchange. */
        Step begin(Optional<String> initial) throws RefusedException {
            return initial.isPresent() ? respond(initial.get()) : challenge();
        }

        /** Takes a line of the client. */
        Step respond(byte[] line) throws RefusedException {
            if (acknowledged != null) {
                throw acknowledged;
            }
            String response = new String(line, US_ASCII).strip();
            if (response.equals("*")) {
                throw new RefusedException("The sign-in was canceled");
            }
            return respond(response);
        }

        private Step respond(String response) throws RefusedException {
            responses.add(SaslMechanism.decoded(response).orElseThrow(SignIn::invalid));
            if (responses.size() < mechanism.challenges().size()) {
                return challenge();
            }
            Outcome outcome =
                    mechanism.verify(front.signIns(), client(), responses).orElseThrow(SignIn::invalid);
            responses.clear();
            try {
                return new Accepted(caller(outcome));
            } catch (RefusedException e) {
                if (mechanism != SaslMechanism.OAUTHBEARER || !(outcome instanceof Refused)) {
                    throw e;
                }
                acknowledged = e;
                return new Challenge(SaslMechanism.encoded(INVALID_TOKEN));
            }
        }

        private Challenge challenge() {
            return new Challenge(SaslMechanism.encoded(mechanism.challenges().get(responses.size())));
        }
    }

    /** Returns an exchange with a mechanism. */
    Exchange exchange(String mechanism) throws RefusedException {
        return SaslMechanism.named(mechanism)
                .map(Exchange::new)
                .orElseThrow(() -> new RefusedException("The server does not have this mechanism"));
    }

    private static RefusedException invalid() {
        return new RefusedException("The response is not valid for this mechanism");
    }

    private Caller caller(Outcome outcome) throws RefusedException {
        if (outcome instanceof SignedIn in) {
            if (!front.hasMail(in.caller())) {
                throw new RefusedException(RefusedException.SYS_PERM, "The organization does not use mail");
            }
            return in.caller();
        }
        if (outcome instanceof Refused refused) {
            throw new RefusedException(RefusedException.AUTH, text(refused.reason()), ++failures >= MOST_FAILURES);
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

    private static String text(SignIns.Reason reason) {
        return switch (reason) {
            case INVALID_CREDENTIALS -> "The address or the password is wrong";
            case APP_PASSWORD_REQUIRED -> "Use an app password; the password of the account is not accepted here";
            case PASSWORDS_OFF -> "The server accepts no passwords; sign in with a token";
            case TOKEN_BOUND -> "The token is bound to a key and can only be used by HTTP";
        };
    }
}
