package svc.proto.pop3;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.net.connection.Connection;
import svc.api.net.connection.LineTooLongException;
import svc.api.net.connection.Session;
import svc.proto.pop3.AuthorizationState.Outcome;

/** The session of one connection: it reads commands, and passes them to the state that the session is in (RFC 1939 §3). */
final class Pop3Session implements Session {

    /** The longest wait for a command (RFC 1939 §3). */
    private static final Duration IDLE = Duration.ofMinutes(10);

    /** The longest time from the first byte of a line to the last one. */
    private static final Duration UNFINISHED = Duration.ofMinutes(1);

    /** The maximum length of a line with its line end; long enough for the token of a sign-in. */
    private static final int LONGEST_LINE = 8_192;

    private static final int MOST_BAD_COMMANDS = 20;
    private static final Logger LOG = LoggerFactory.getLogger(Pop3Session.class);

    private static final Set<String> COMMANDS =
            Set.of("CAPA QUIT USER PASS AUTH STLS STAT LIST UIDL RETR TOP DELE RSET NOOP".split(" "));

    private final Front front;
    private final Connection connection;
    private final Replies replies;
    private final AuthorizationState authorization;
    private @Nullable TransactionState transaction;
    private Next waiting = new Close("");
    private int badCommands;

    Pop3Session(Front front, Connection connection) {
        this.front = front;
        this.connection = connection;
        this.replies = new Replies(connection.out());
        this.authorization = new AuthorizationState(front, connection, replies);
    }

    @Override
    public Next serve(Event event) throws IOException {
        Next next = step(event);
        waiting = next instanceof StartTls start ? start.then() : next;
        return next;
    }

    private Next step(Event event) throws IOException {
        if (isSignedOut()) {
            return new Close("-ERR [" + RefusedException.AUTH + "] The sign-in has ended\r\n");
        }
        return switch (event) {
            case OPENED -> {
                replies.ok("POP3 server ready");
                yield awaitCommand();
            }
            case INPUT -> input();
            case WOKEN -> waiting;
            case EXPIRED -> new Close(""); // without a response (RFC 1939 §3)
        };
    }

    private boolean isSignedOut() {
        return transaction != null && !front.signedIn().isActive(connection);
    }

    private static Park awaitCommand() {
        return Park.forLine(LONGEST_LINE, IDLE, UNFINISHED);
    }

    private Next input() throws IOException {
        byte[] line;
        try {
            line = connection.readLine(LONGEST_LINE);
        } catch (LineTooLongException e) {
            return new Close("-ERR The command is too long\r\n");
        }
        if (authorization.isInExchange()) {
            return answered("AUTH", () -> follow(authorization.respond(line)));
        }
        Request request = Request.of(line);
        return answered(request.name(), () -> execute(request));
    }

    /** The execution of a command. */
    private interface Execution {
        Next run() throws IOException, RefusedException;
    }

    private Next answered(String name, Execution execution) throws IOException {
        boolean ok = false;
        try {
            Next next = execution.run();
            ok = true;
            return next;
        } catch (RefusedException e) {
            LOG.debug("Refused: {}", e.getMessage());
            if (e.closes() || badCommands > MOST_BAD_COMMANDS) {
                return new Close(e.reply());
            }
            replies.refuse(e);
            return awaitCommand();
        } finally {
            if (COMMANDS.contains(name) && !authorization.isInExchange()) {
                front.metrics().command(name, ok);
            }
        }
    }

    private Next execute(Request request) throws IOException, RefusedException {
        TransactionState open = transaction;
        if (request.name().equals("CAPA")) {
            request.noWords();
            replies.lines("Capabilities follow", front.capabilities(connection, open != null));
            return awaitCommand();
        }
        if (request.name().equals("QUIT")) {
            request.noWords();
            return quit();
        }
        if (open == null) {
            Outcome outcome = authorization.execute(request);
            return outcome == Outcome.UNKNOWN ? refuse(request) : follow(outcome);
        }
        return open.execute(request) ? awaitCommand() : refuse(request);
    }

    private Next refuse(Request request) throws RefusedException {
        badCommands++;
        if (!COMMANDS.contains(request.name())) {
            throw new RefusedException("The server does not have this command");
        }
        throw new RefusedException(
                transaction == null
                        ? "Sign in before " + request.name()
                        : request.name() + " is not permitted after the sign-in");
    }

    private Next follow(Outcome outcome) throws IOException {
        if (outcome == Outcome.STARTS_TLS) {
            return new StartTls(
                    "+OK Begin TLS\r\n", "-ERR Commands must not follow STLS before TLS has begun\r\n", awaitCommand());
        }
        if (outcome == Outcome.CHALLENGED) {
            return Park.forLine(LONGEST_LINE, UNFINISHED, UNFINISHED);
        }
        if (outcome == Outcome.SIGNED_IN) {
            TransactionState opened = authorization.opened().orElseThrow();
            transaction = opened;
            front.signedIn().add(connection, opened.caller());
            LOG.info("The client has signed in");
            replies.ok("The maildrop has " + opened.summary());
        }
        return awaitCommand();
    }

    private Next quit() throws RefusedException {
        TransactionState open = transaction;
        if (open != null) {
            try {
                open.update();
            } finally {
                close(); // before the reply: the client can connect again when it has read the reply
            }
        }
        return new Close("+OK The server closes the connection\r\n");
    }

    @Override
    public void closed() {
        close();
    }

    private void close() {
        TransactionState open = transaction;
        transaction = null;
        if (open != null) {
            front.signedIn().remove(connection);
            front.locks().unlock(open.caller().account().n());
        }
    }
}
