package svc.proto.pop3;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.net.connection.Connection;
import svc.api.store.StoreException;

/** Executes the commands of a client that is not signed in (RFC 1939 §4). Not thread-safe. */
final class AuthorizationState {

    private final Front front;
    private final Connection connection;
    private final Replies replies;
    private final SignIn signIn;

    /** The argument of the last command if that was USER; empty otherwise. */
    private String user = "";

    private @Nullable TransactionState opened;

    AuthorizationState(Front front, Connection connection, Replies replies) {
        this.front = front;
        this.connection = connection;
        this.replies = replies;
        this.signIn = new SignIn(front, connection);
    }

    /** What follows a command. */
    enum Outcome {
        /** The command has its reply. */
        REPLIED,
        /** The client must send the next line of an exchange of SASL. */
        CHALLENGED,
        /** TLS begins. */
        STARTS_TLS,
        /** The client is signed in, and has no reply yet. */
        SIGNED_IN,
        /** The command does not exist in this state. */
        UNKNOWN
    }

    /** Returns the state after {@link Outcome#SIGNED_IN}. */
    Optional<TransactionState> opened() {
        return Optional.ofNullable(opened);
    }

    /** Returns whether the next line belongs to an exchange of SASL. */
    boolean isInExchange() {
        return signIn.isInExchange();
    }

    /** Executes a command other than CAPA and QUIT. */
    Outcome execute(Request request) throws IOException, RefusedException {
        String named = user;
        user = "";
        return switch (request.name()) {
            case "USER" -> {
                requireTls();
                user = request.word();
                replies.ok("Send the password");
                yield Outcome.REPLIED;
            }
            case "PASS" -> {
                requireTls();
                if (named.isEmpty()) {
                    throw new RefusedException("Send USER before PASS");
                }
                yield open(signIn.password(named, request.argument()));
            }
            case "AUTH" -> authenticate(request);
            case "STLS" -> startTls(request); // the name of USER is forgotten (RFC 2595 §4)
            default -> Outcome.UNKNOWN;
        };
    }

    private void requireTls() throws RefusedException {
        if (!front.acceptsPasswords(connection)) {
            throw new RefusedException("Begin TLS before the sign-in: the password would be readable");
        }
    }

    private Outcome authenticate(Request request) throws IOException, RefusedException {
        requireTls();
        String[] words = request.argument().strip().split(" +", -1);
        if (words.length > 2) {
            throw new RefusedException("AUTH has a mechanism and at most one response as arguments");
        }
        return follow(signIn.begin(words[0], words.length == 2 ? Optional.of(words[1]) : Optional.empty()));
    }

    /** Takes a line of an exchange of SASL. */
    Outcome respond(byte[] line) throws IOException, RefusedException {
        return follow(signIn.respond(line));
    }

    private Outcome follow(SignIn.Step step) throws IOException, RefusedException {
        if (step instanceof SignIn.Challenge challenge) {
            replies.line("+ " + challenge.encoded());
            return Outcome.CHALLENGED;
        }
        return open(((SignIn.Accepted) step).caller());
    }

    private Outcome startTls(Request request) throws RefusedException {
        request.noWords();
        if (connection.tls().isPresent()) {
            throw new RefusedException("The connection uses TLS already");
        }
        if (!connection.canStartTls()) {
            throw new RefusedException("The server has no certificate");
        }
        return Outcome.STARTS_TLS;
    }

    private Outcome open(Caller caller) throws RefusedException {
        long account = caller.account().n();
        if (!front.locks().lock(account)) {
            throw new RefusedException(RefusedException.IN_USE, "Another session has locked the maildrop");
        }
        try {
            Inbox inbox = Inbox.open(front, caller);
            opened = new TransactionState(inbox, inbox.maildrop(), replies);
            return Outcome.SIGNED_IN;
        } catch (StoreException e) {
            throw new RefusedException(RefusedException.SYS_TEMP, "The maildrop cannot be read now; try again later");
        } finally {
            if (opened == null) {
                front.locks().unlock(account);
            }
        }
    }
}
