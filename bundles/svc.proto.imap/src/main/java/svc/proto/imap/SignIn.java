package svc.proto.imap;

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
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.Reply;

/** Signs in the client of one connection by LOGIN or AUTHENTICATE (RFC 9051 §6.2.2 and §6.2.3). Not thread-safe. */
final class SignIn {

    /** The maximum number of failed sign-ins on one connection. */
    static final int MOST_FAILURES = 3;

    /** The maximum length of a response of SASL with its line end. */
    static final int LONGEST_RESPONSE = 8_192;

    private final Front front;
    private final Connection connection;
    private @Nullable SaslExchange exchange;
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

    /** Returns whether the next line belongs to an exchange of SASL. */
    boolean isInExchange() {
        return exchange != null;
    }

    /** Signs in with a password. */
    Next password(String user, String password) {
        return next(front.signIns().password(client(), user, password));
    }

    /** Begins an exchange of SASL. */
    Next begin(String mechanism, Optional<String> initial) {
        Optional<SaslMechanism> known = SaslMechanism.named(mechanism);
        if (known.isEmpty()) {
            return new Rejected(Reply.no("The server does not have this mechanism"), false);
        }
        SaslExchange begun = new SaslExchange(known.get(), front.signIns(), client());
        exchange = begun;
        return next(begun.begin(initial));
    }

    /** Takes a line of the exchange. */
    Next respond(byte[] line) {
        SaslExchange open = exchange;
        if (open == null) {
            throw new IllegalStateException("The line belongs to no exchange");
        }
        return next(open.respond(new String(line, US_ASCII).strip()));
    }

    private Client client() {
        return new Client(Front.PROTOCOL, connection.peer().getAddress());
    }

    private Next next(SaslExchange.Step step) {
        if (step instanceof SaslExchange.Challenge challenge) {
            return new Challenge(challenge.encoded());
        }
        exchange = null;
        return step instanceof SaslExchange.Verified verified
                ? next(verified.outcome())
                : new Rejected(
                        Reply.bad(
                                step instanceof SaslExchange.Canceled
                                        ? "The sign-in was canceled"
                                        : "The response is not valid for this mechanism"),
                        false);
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
                    Reply.no(ResponseCode.AUTHENTICATIONFAILED, refused.reason().text()), ++failures >= MOST_FAILURES);
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
}
