package svc.proto.smtp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.SaslMechanism;
import svc.api.identity.SignIns;
import svc.api.identity.SignIns.Blocked;
import svc.api.identity.SignIns.Client;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.Refused;
import svc.api.identity.SignIns.SignedIn;
import svc.api.net.connection.Session.Next;
import svc.api.net.connection.Session.Park;
import svc.api.ratelimit.RateLimiter.Banned;

/** Signs in a client by AUTH (RFC 4954). */
final class SignInStage implements Dialogue.Stage {

    /** The maximum number of failed sign-ins on one connection. */
    static final int MOST_FAILURES = 3;

    private static final Logger LOG = LoggerFactory.getLogger(SignInStage.class);

    /** The error that a client of OAUTHBEARER acknowledges before it gets the reply (RFC 7628 §3.2.2). */
    private static final String INVALID_TOKEN = "{\"status\":\"invalid_token\"}";

    private final Dialogue dialogue;
    private final BooleanSupplier countFailure;
    private final List<String> responses = new ArrayList<>();
    private SaslMechanism mechanism = SaslMechanism.PLAIN;
    private @Nullable RefusedException acknowledged;

    /**
     * Creates the stage.
     *
     * @param countFailure counts a failed sign-in, and returns whether there were too many
     */
    SignInStage(Dialogue dialogue, BooleanSupplier countFailure) {
        this.dialogue = dialogue;
        this.countFailure = countFailure;
    }

    /** Begins with the argument of AUTH: a mechanism and optionally the first response. */
    Next begin(String argument) throws IOException, RefusedException {
        String[] words = argument.split(" +", -1);
        mechanism = SaslMechanism.named(words[0]).orElseThrow(Refusal.UNKNOWN_MECHANISM::with);
        if (words.length > 2) {
            throw Refusal.SYNTAX.with("AUTH mechanism [response]");
        }
        dialogue.enter(this);
        return words.length == 2
                ? respond(words[1])
                : challenge(mechanism.challenges().get(0));
    }

    private Next challenge(String text) throws IOException {
        dialogue.replyLines(334, List.of(SaslMechanism.encoded(text)));
        return Park.forLine(CommandLine.LONGEST_SIGN_IN, Dialogue.COMMAND_TIME, Dialogue.COMMAND_TIME);
    }

    @Override
    public Next input() throws IOException, RefusedException {
        byte[] line = dialogue.connection().readLine(CommandLine.LONGEST_SIGN_IN);
        RefusedException failure = acknowledged;
        if (failure != null) {
            dialogue.awaitCommand();
            throw failure;
        }
        return respond(line);
    }

    private Next respond(byte[] line) throws IOException, RefusedException {
        try {
            return respond(CommandLine.text(line));
        } catch (RefusedException e) {
            dialogue.awaitCommand();
            throw e;
        }
    }

    private Next respond(String response) throws IOException, RefusedException {
        dialogue.awaitCommand();
        if (response.equals("*")) {
            throw Refusal.SIGN_IN_CANCELED.with();
        }
        responses.add(SaslMechanism.decoded(response).orElseThrow(Refusal.INVALID_RESPONSE::with));
        if (responses.size() < mechanism.challenges().size()) {
            dialogue.enter(this);
            return challenge(mechanism.challenges().get(responses.size()));
        }
        return verify();
    }

    private Next verify() throws IOException, RefusedException {
        Client client = new Client(
                dialogue.front().role().protocol(), dialogue.connection().peer().getAddress());
        SignIns signIns = dialogue.front().signIns().orElseThrow();
        Outcome outcome = mechanism.verify(signIns, client, responses).orElseThrow(Refusal.INVALID_RESPONSE::with);
        responses.clear();
        if (outcome instanceof SignedIn in) {
            dialogue.signedIn(in.caller());
            dialogue.front().signedIn().add(dialogue.connection(), in.caller());
            LOG.info("The client has signed in");
            dialogue.reply(235, "2.7.0", "Signed in");
            return dialogue.awaitCommand();
        }
        RefusedException failure = refusal(outcome).with();
        boolean tooMany = outcome instanceof Refused && countFailure.getAsBoolean();
        if (tooMany) {
            throw Refusal.TOO_MANY_SIGN_INS.with();
        }
        if (mechanism == SaslMechanism.OAUTHBEARER && outcome instanceof Refused) {
            acknowledged = failure;
            dialogue.enter(this);
            return challenge(INVALID_TOKEN);
        }
        throw failure;
    }

    private static Refusal refusal(Outcome outcome) {
        if (outcome instanceof Refused refused) {
            return switch (refused.reason()) {
                case INVALID_CREDENTIALS -> Refusal.INVALID_CREDENTIALS;
                case APP_PASSWORD_REQUIRED -> Refusal.APP_PASSWORD_REQUIRED;
                case PASSWORDS_OFF -> Refusal.PASSWORDS_OFF;
                case TOKEN_BOUND -> Refusal.TOKEN_BOUND;
            };
        }
        boolean banned = outcome instanceof Blocked blocked && blocked.rejection() instanceof Banned;
        return banned ? Refusal.BANNED : Refusal.SIGN_IN_LIMITED;
    }
}
