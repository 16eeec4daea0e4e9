package svc.api.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.SignIns.Client;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.Refused;

/**
 * The exchange of one sign-in by SASL on a line protocol. The protocol sends each {@link Challenge} and passes the
 * answer of the client, until another step ends the exchange. Threading: not thread-safe.
 */
public final class SaslExchange {

    /** The error that a client of OAUTHBEARER acknowledges before the protocol replies (RFC 7628 §3.2.2). */
    private static final String INVALID_TOKEN = "{\"status\":\"invalid_token\"}";

    private final SaslMechanism mechanism;
    private final SignIns signIns;
    private final Client client;
    private final List<String> responses = new ArrayList<>();
    private @Nullable Verified acknowledged;

    /** Creates the exchange of a client. */
    public SaslExchange(SaslMechanism mechanism, SignIns signIns, Client client) {
        this.mechanism = mechanism;
        this.signIns = signIns;
        this.client = client;
    }

    /** What follows a response of the client. */
    public sealed interface Step permits Challenge, Verified, Canceled, Invalid {}

    /**
     * The client must answer a challenge.
     *
     * @param encoded the challenge in Base64
     */
    public record Challenge(String encoded) implements Step {}

    /**
     * The credential was verified.
     *
     * @param outcome the result
     */
    public record Verified(Outcome outcome) implements Step {}

    /** The client has canceled the exchange. */
    public record Canceled() implements Step {}

    /** The response is not valid for the mechanism. */
    public record Invalid() implements Step {}

    /**
     * Begins the exchange.
     *
     * @param initial the first response, as the client sent it with the command
     */
    public Step begin(Optional<String> initial) {
        return initial.isPresent() ? respond(initial.get()) : challenge();
    }

    /**
     * Takes a response of the client.
     *
     * @param response the response in Base64, without line end
     */
    public Step respond(String response) {
        Verified failed = acknowledged;
        if (failed != null) {
            return failed;
        }
        if (response.equals("*")) {
            return new Canceled();
        }
        Optional<String> decoded = SaslMechanism.decoded(response);
        if (decoded.isEmpty()) {
            return new Invalid();
        }
        responses.add(decoded.get());
        return responses.size() < mechanism.challenges().size() ? challenge() : verify();
    }

    private Step verify() {
        Optional<Outcome> outcome = mechanism.verify(signIns, client, responses);
        responses.clear();
        if (outcome.isEmpty()) {
            return new Invalid();
        }
        Verified verified = new Verified(outcome.get());
        if (mechanism == SaslMechanism.OAUTHBEARER && verified.outcome instanceof Refused) {
            acknowledged = verified;
            return new Challenge(SaslMechanism.encoded(INVALID_TOKEN));
        }
        return verified;
    }

    private Challenge challenge() {
        return new Challenge(SaslMechanism.encoded(mechanism.challenges().get(responses.size())));
    }
}
