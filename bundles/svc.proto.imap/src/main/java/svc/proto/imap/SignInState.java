package svc.proto.imap;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Caller;
import svc.api.net.connection.Connection;
import svc.api.net.connection.Session.Next;
import svc.api.net.connection.Session.Park;
import svc.proto.imap.reading.CommandReader;
import svc.proto.imap.reading.Limits;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.state.MailAccess;

/** The sign-in of one session, from the command to its end. Only {@link #state} is thread-safe. */
final class SignInState {

    private static final Logger LOG = LoggerFactory.getLogger(SignInState.class);

    private final Front front;
    private final ImapSession session;
    private final CommandReader reader;
    private final ResponseWriter out;
    private final Commands commands;
    private final SignIn signIn;
    private String tag = "";
    private volatile @Nullable Instant since;

    SignInState(Front front, ImapSession session, CommandReader reader, ResponseWriter out, Commands commands) {
        this.front = front;
        this.session = session;
        this.reader = reader;
        this.out = out;
        this.commands = commands;
        this.signIn = new SignIn(front, session.connection());
    }

    /**
     * A session that is signed in.
     *
     * @param mailbox the name of the selected mailbox
     */
    record SignedIn(Caller caller, Connection connection, Instant since, Optional<String> mailbox, boolean isIdle) {}

    /** Returns the state of the session; empty if the client is not signed in. */
    Optional<SignedIn> state(Optional<String> mailbox, boolean isIdle) {
        return Optional.ofNullable(since)
                .flatMap(at -> commands.access()
                        .map(access -> new SignedIn(access.caller(), session.connection(), at, mailbox, isIdle)));
    }

    /** Returns whether the client was signed in, and its sign-in has ended, for example because the password changed. */
    boolean hasEnded() {
        return commands.access().isPresent() && !front.signedIn().isActive(session.connection());
    }

    /** Returns whether the next line belongs to an exchange of SASL. */
    boolean isInExchange() {
        return signIn.isInExchange();
    }

    /** Executes a command that signs in. */
    Next begin(String command, Outcome.SignsIn outcome) throws IOException {
        tag = command;
        return answered(outcome.with().apply(signIn));
    }

    /** Reads the response of the client to a challenge. */
    Next respond() throws IOException {
        return answered(signIn.respond(session.connection().readLine(SignIn.LONGEST_RESPONSE)));
    }

    private Next answered(SignIn.Next next) throws IOException {
        if (next instanceof SignIn.Challenge challenge) {
            out.raw("+ ").raw(challenge.encoded()).end();
            return Park.forLine(SignIn.LONGEST_RESPONSE, ImapSession.UNFINISHED, ImapSession.UNFINISHED);
        }
        if (next instanceof SignIn.Rejected rejected) {
            out.tagged(
                    tag,
                    rejected.reply().status(),
                    rejected.reply().code().orElse(null),
                    rejected.reply().text());
            return rejected.closes()
                    ? ImapSession.bye(Optional.empty(), "Too many failed sign-ins")
                    : session.awaitCommand();
        }
        Caller caller = ((SignIn.Accepted) next).caller();
        if (!front.sessions().signedIn(session, caller.account().n(), front.maxConnections())) {
            out.tagged(tag, Status.NO, ResponseCode.LIMIT, "The account has too many connections");
            return session.awaitCommand();
        }
        commands.signedIn(front.access(caller));
        since = front.clock().now();
        front.signedIn().add(session.connection(), caller);
        reader.limits(Limits.afterSignIn(Capabilities.MOST_MESSAGE));
        LOG.info("The client has signed in");
        out.tagged(
                tag, Status.OK, ResponseCode.capability(front.capabilities(session.connection(), true)), "Signed in");
        return session.awaitCommand();
    }

    /** Forgets the sign-in. */
    void end() {
        commands.access().map(MailAccess::caller).ifPresent(caller -> {
            front.signedIn().remove(session.connection());
            front.sessions().signedOut(session, caller.account().n());
        });
        reader.limits(Limits.beforeSignIn());
    }
}
