package svc.proto.imap;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.Reply;

/** Signs in the client of one connection by LOGIN or AUTHENTICATE (RFC 9051 §6.2.2 and §6.2.3). Not thread-safe. */
final class SignIn {

    /** The maximum number of failed sign-ins on one connection. */
    static final int MOST_FAILURES = 3;

    /** The maximum length of a response of SASL with its line end. */
    static final int LONGEST_RESPONSE = 8_192;

    /** The error that a client of OAUTHBEARER acknowledges before it gets the reply (RFC 7628 §3.2.2). */
    private static final String INVALID_TOKEN = "{\"status\":\"invalid_token\"}";

    private final Front front;
    private final Connection connection;
    private int failures;

    SignIn(Front front, Connection connection) {
        this.front = front;
        this.connection = connection;
    }

    /** What follows a step of a sign-in. */
    sealed interface Next permits Challenge, Accepted, Rejected {}

    /** The client must answer a challenge, which is encoded as Base64. */
    record Challenge(String encoded) implements Next {}

    /** The client is signed in. */
    record Accepted(Caller caller) implements Next {}

    /**
     * The client is not signed in.
     *
     * @param reply the tagged response
     * @param closes whether the connection ends
     */
    record Rejected(Reply reply, boolean closes) implements Next {}

    /** Signs in with a password. */
    Next password(String user, String password) {
        return next(front.signIns().password(client(), user, password));
    }

    private Client client() {
        return new Client(Front.PROTOCOL, connection.peer().getAddress());
    }

    /** An exchange of SASL. */
    final class Exchange {

        private final SaslMechanism mechanism;
        private final List<String> responses = new ArrayList<>();
        private Optional<Rejected> acknowledged = Optional.empty();

        private Exchange(SaslMechanism mechanism) {
            this.mechanism = mechanism;
        }

        /** Takes a line of the client. */
        Next respond(byte[] line) {
            String response = new String(line, US_ASCII).strip();
            if (acknowledged.isPresent()) {
                return acknowledged.get();
            }
            if (response.equals("*")) {
                return new Rejected(Reply.bad("The sign-in was canceled"), false);
            }
            return respond(response);
        }

        private Next respond(String response) {
            Optional<String> decoded = SaslMechanism.decoded(response);
            if (decoded.isEmpty()) {
                return invalid();
            }
            responses.add(decoded.get());
            if (responses.size() < mechanism.challenges().size()) {
                return challenge();
            }
            Optional<Outcome> outcome = mechanism.verify(front.signIns(), client(), responses);
            responses.clear();
            return outcome.map(this::verified).orElseGet(SignIn::invalid);
        }

        private Next verified(Outcome outcome) {
            Next next = next(outcome);
            if (mechanism == SaslMechanism.OAUTHBEARER
                    && outcome instanceof Refused
                    && next instanceof Rejected rejected) {
                acknowledged = Optional.of(rejected);
                return new Challenge(SaslMechanism.encoded(INVALID_TOKEN));
            }
            return next;
        }

        private Challenge challenge() {
            return new Challenge(SaslMechanism.encoded(mechanism.challenges().get(responses.size())));
        }

        /** Begins the exchange. */
        Next begin(Optional<String> initial) {
            return initial.isPresent() ? respond(initial.get()) : challenge();
        }
    }

    /** Returns an exchange with a mechanism; empty if the server does not have it. */
    Optional<Exchange> exchange(String mechanism) {
        return SaslMechanism.named(mechanism).map(Exchange::new);
    }

    private static Rejected invalid() {
        return new Rejected(Reply.bad("The response is not valid for this mechanism"), false);
    }

    private Next next(Outcome outcome) {
        if (outcome instanceof SignedIn in) {
            return front.hasMail(in.caller())
                    ? new Accepted(in.caller())
                    : new Rejected(
                            Reply.no(ResponseCode.AUTHORIZATIONFAILED, "The organization does not use mail"), false);
        }
        if (outcome instanceof Refused refused) {
            return new Rejected(
                    Reply.no(ResponseCode.AUTHENTICATIONFAILED, text(refused.reason())), ++failures >= MOST_FAILURES);
        }
        boolean banned = outcome instanceof Blocked blocked && blocked.rejection() instanceof Banned;
        return new Rejected(
                Reply.no(
                        ResponseCode.UNAVAILABLE,
                        banned
                                ? "The address is banned after too many failed sign-ins; try again later"
                                : "Too many sign-ins at the moment; try again later"),
                banned);
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
