package svc.proto.imap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import svc.proto.imap.command.SessionCommand;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;

/** Executes the commands of one connection that concern the connection itself. Not thread-safe. */
final class SessionCommands {

    private final Front front;
    private final ImapSession session;
    private final ResponseWriter out;
    private final Features features;
    private final SelectionUpdates updates;
    private final Commands commands;

    SessionCommands(
            Front front,
            ImapSession session,
            ResponseWriter out,
            Features features,
            SelectionUpdates updates,
            Commands commands) {
        this.front = front;
        this.session = session;
        this.out = out;
        this.features = features;
        this.updates = updates;
        this.commands = commands;
    }

    private boolean isSignedIn() {
        return commands.access().isPresent();
    }

    /** Executes a command. */
    Outcome execute(SessionCommand command) throws IOException, RefusedException {
        if (command instanceof SessionCommand.Capability) {
            out.raw("* CAPABILITY ")
                    .raw(String.join(" ", front.capabilities(session.connection(), isSignedIn())))
                    .end();
            return Outcome.replied(Reply.ok("CAPABILITY completed"));
        } else if (command instanceof SessionCommand.Noop) {
            updates.mayHaveChanged();
            return Outcome.replied(Reply.ok("NOOP completed"));
        } else if (command instanceof SessionCommand.Logout) {
            return new Outcome.Ends("LOGOUT completed");
        } else if (command instanceof SessionCommand.Id) {
            out.raw("* ID (\"name\" \"svc\")").end();
            return Outcome.replied(Reply.ok("ID completed"));
        } else if (command instanceof SessionCommand.StartTls) {
            return startTls();
        } else if (command instanceof SessionCommand.Login login) {
            checkSignIn();
            return new Outcome.SignsIn(signIn -> signIn.password(login.user(), login.password()));
        } else if (command instanceof SessionCommand.Authenticate authenticate) {
            checkSignIn();
            return new Outcome.SignsIn(signIn -> signIn.begin(authenticate.mechanism(), authenticate.initial()));
        }
        if (!isSignedIn()) {
            throw new RefusedException(Reply.bad("Sign in first"));
        }
        return executeSignedIn(command);
    }

    private Outcome executeSignedIn(SessionCommand command) throws IOException, RefusedException {
        if (command instanceof SessionCommand.Enable enable) {
            return Outcome.replied(enable(enable));
        } else if (command instanceof SessionCommand.Idle) {
            updates.mayHaveChanged();
            return new Outcome.Idles();
        } else if (command instanceof SessionCommand.Compress compress) {
            if (!compress.mechanism().equals("DEFLATE")) {
                throw new RefusedException(Reply.bad("The server compresses with DEFLATE only"));
            }
            return new Outcome.BeginsCompression();
        } else if (command instanceof SessionCommand.Unauthenticate) {
            session.signedOut();
            commands.reset();
            features.clear();
            session.utf8(false);
            return Outcome.replied(Reply.ok("UNAUTHENTICATE completed"));
        }
        throw new IllegalStateException("unknown command " + command);
    }

    private Outcome startTls() throws RefusedException, IOException {
        if (isSignedIn() || session.connection().tls().isPresent()) {
            throw new RefusedException(Reply.bad("TLS begins before the sign-in, and once"));
        }
        if (!session.connection().canStartTls()) {
            throw new RefusedException(Reply.no("The server has no certificate"));
        }
        return new Outcome.BeginsTls();
    }

    private void checkSignIn() throws RefusedException {
        if (isSignedIn()) {
            throw new RefusedException(Reply.bad("The connection is signed in already"));
        }
        if (!front.acceptsPasswords(session.connection())) {
            throw new RefusedException(
                    ResponseCode.PRIVACYREQUIRED, "Begin TLS before the sign-in: the password would be readable");
        }
    }

    private Reply enable(SessionCommand.Enable command) throws IOException {
        List<String> enabled = new ArrayList<>();
        for (Feature feature : Feature.values()) {
            if (command.capabilities().contains(feature.capability().toUpperCase(Locale.ROOT))
                    && features.enable(feature)) {
                enabled.add(feature.capability());
            }
        }
        session.utf8(features.isUtf8());
        out.raw("* ENABLED")
                .raw(enabled.isEmpty() ? "" : " " + String.join(" ", enabled))
                .end();
        return Reply.ok("ENABLE completed");
    }
}
