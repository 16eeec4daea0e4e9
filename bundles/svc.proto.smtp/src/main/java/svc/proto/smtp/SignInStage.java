package svc.proto.smtp;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.SaslExchange;
import svc.api.identity.SaslMechanism;
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

    private final Dialogue dialogue;
    private final BooleanSupplier countFailure;
    private @Nullable SaslExchange exchange;

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
        SaslMechanism mechanism = SaslMechanism.named(words[0]).orElseThrow(Refusal.UNKNOWN_MECHANISM::with);
        if (words.length > 2) {
            throw Refusal.SYNTAX.with("AUTH mechanism [response]");
        }
        Client client = new Client(
                dialogue.front().role().protocol(), dialogue.connection().peer().getAddress());
        SaslExchange begun =
                new SaslExchange(mechanism, dialogue.front().signIns().orElseThrow(), client);
        exchange = begun;
        return follow(begun.begin(words.length == 2 ? Optional.of(words[1]) : Optional.empty()));
    }

    @Override
    public Next input() throws IOException, RefusedException {
        SaslExchange open = exchange;
        if (open == null) {
            throw new IllegalStateException("The exchange has not begun");
        }
        byte[] line = dialogue.connection().readLine(CommandLine.LONGEST_SIGN_IN);
        dialogue.awaitCommand();
        return follow(open.respond(CommandLine.text(line)));
    }

    /** Sends the next challenge, or ends the exchange. */
    private Next follow(SaslExchange.Step step) throws IOException, RefusedException {
        if (step instanceof SaslExchange.Challenge challenge) {
            dialogue.enter(this);
            dialogue.replyLines(334, List.of(challenge.encoded()));
            return Park.forLine(CommandLine.LONGEST_SIGN_IN, Dialogue.COMMAND_TIME, Dialogue.COMMAND_TIME);
        }
        dialogue.awaitCommand();
        if (step instanceof SaslExchange.Verified verified) {
            return follow(verified.outcome());
        }
        throw step instanceof SaslExchange.Canceled ? Refusal.SIGN_IN_CANCELED.with() : Refusal.INVALID_RESPONSE.with();
    }

    private Next follow(Outcome outcome) throws IOException, RefusedException {
        if (outcome instanceof SignedIn in) {
            dialogue.signedIn(in.caller());
            dialogue.front().signedIn().add(dialogue.connection(), in.caller());
            LOG.info("The client has signed in");
            dialogue.reply(235, "2.7.0", "Signed in");
            return dialogue.awaitCommand();
        }
        boolean tooMany = outcome instanceof Refused && countFailure.getAsBoolean();
        throw tooMany ? Refusal.TOO_MANY_SIGN_INS.with() : refusal(outcome).with();
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
