package svc.proto.imap;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.net.connection.Connection;
import svc.api.net.connection.LineTooLongException;
import svc.api.net.connection.Session;
import svc.proto.imap.change.AppendUpload;
import svc.proto.imap.command.SessionCommand.Idle;
import svc.proto.imap.reading.CommandReader;
import svc.proto.imap.reading.Limits;
import svc.proto.imap.reading.Step;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.state.Reply;

/** The session of one connection: it reads commands, and passes them to {@link Commands}. */
final class ImapSession implements Session {

    /** The longest wait for a command (RFC 9051 §5.4). */
    static final Duration IDLE = Duration.ofMinutes(30);

    /** The longest time from the first byte of a line to the last one. */
    static final Duration UNFINISHED = Duration.ofMinutes(1);

    private static final int MOST_BAD_COMMANDS = 20;

    private final Front front;
    private final Connection connection;
    private final ResponseWriter out;
    private final CommandReader reader = new CommandReader(Limits.beforeSignIn());
    private final SignInState signIn;
    private final Runnable listener = this::changed;
    private final Commands commands;
    private final CommandInput input;
    private final IdleState idle;

    private Next waiting = new Close("");
    private int badCommands;

    /** The end of the last event other than a wake-up, on the monotonic clock: the begin of the wait for a command. */
    private long waitingSince;

    private boolean compressed;
    private volatile boolean closing;

    ImapSession(Front front, Connection connection) {
        this.front = front;
        this.connection = connection;
        this.out = new ResponseWriter(connection.out());
        this.commands = new Commands(front, this, out);
        this.signIn = new SignInState(front, this, reader, out, commands);
        this.input = new CommandInput(connection, reader, out, commands);
        this.idle = new IdleState(front, connection, commands::isNotified);
    }

    @Override
    public Next serve(Event event) throws IOException {
        Next next = step(event);
        if (event != Event.WOKEN) {
            waitingSince = front.clock().nanos();
        }
        waiting = next instanceof StartTls start ? start.then() : next;
        out.flush();
        return next;
    }

    private Next step(Event event) throws IOException {
        try {
            return switch (event) {
                case OPENED -> greet();
                case INPUT -> input();
                case WOKEN -> woken();
                case EXPIRED -> expired();
            };
        } catch (LineTooLongException e) {
            return bye(Optional.of(ResponseCode.LIMIT), "The command is too long");
        }
    }

    private Next greet() throws IOException {
        out.untagged(Status.OK, ResponseCode.capability(front.capabilities(connection, false)), "IMAP server ready");
        return awaitCommand();
    }

    /** Returns the wait for the next command. */
    Next awaitCommand() {
        return Park.forLine(reader.lineLimit(), IDLE, UNFINISHED);
    }

    static Next bye(Optional<ResponseCode> code, String text) {
        return new Close("* BYE " + code.map(c -> "[" + c.text() + "] ").orElse("") + text + "\r\n");
    }

    private Next input() throws IOException {
        if (signIn.hasEnded()) {
            return bye(Optional.of(ResponseCode.EXPIRED), "The sign-in has ended");
        }
        if (signIn.isInExchange()) {
            return signIn.respond();
        }
        byte[] line = connection.readLine(reader.lineLimit());
        return idle.isActive() ? endIdle(line) : run(input.read(reader.line(line)));
    }

    private Next run(Step step) throws IOException {
        if (step instanceof Step.Complete complete) {
            return complete(complete);
        } else if (step instanceof Step.Failed failed) {
            return failed(failed);
        } else if (step instanceof Step.Refused refused) {
            return finish(refused.tag(), input.refusal());
        } else if (step instanceof Step.Bye bye) {
            return bye(Optional.empty(), bye.text()); // the text begins with a response code
        }
        return Park.forLine(reader.lineLimit(), UNFINISHED, UNFINISHED).insideCommand();
    }

    private Next failed(Step.Failed failed) throws IOException {
        front.metrics().command("invalid", Status.BAD);
        String text = String.valueOf(failed.reason().getMessage());
        if (++badCommands > MOST_BAD_COMMANDS) {
            return bye(Optional.empty(), "Too many invalid commands");
        }
        if (failed.tag().isPresent()) {
            out.tagged(failed.tag().get(), Status.BAD, null, text);
        } else {
            out.untagged(Status.BAD, null, text);
        }
        return awaitCommand();
    }

    private Next complete(Step.Complete complete) throws IOException {
        AppendUpload upload = input.takeUpload();
        Outcome outcome = execute(complete, upload);
        if (outcome instanceof Outcome.Replied replied) {
            front.metrics().command(complete.name(), replied.reply().status());
            Next next = finish(complete.tag(), replied.reply());
            if (upload != null) {
                // Sent before the next message is read, so that no more messages are filed when the client is gone.
                out.flush();
                connection.out().flush();
            }
            return next;
        }
        front.metrics().command(complete.name(), Status.OK);
        if (outcome instanceof Outcome.Ends ends) {
            out.untagged(Status.BYE, null, "The server closes the connection");
            out.tagged(complete.tag(), Status.OK, null, ends.text());
            return new Close("");
        } else if (outcome instanceof Outcome.BeginsTls) {
            return new StartTls(
                    complete.tag() + " OK Begin TLS\r\n",
                    "* BYE Commands must not follow STARTTLS before TLS has begun\r\n",
                    (Park) awaitCommand());
        } else if (outcome instanceof Outcome.BeginsCompression) {
            return compress(complete.tag());
        } else if (outcome instanceof Outcome.Idles) {
            out.continuation("idling");
            idle.begin(complete.tag());
            return updateInIdle();
        } else if (outcome instanceof Outcome.SignsIn in) {
            return signIn.begin(complete.tag(), in);
        }
        throw new IllegalStateException("Unknown outcome " + outcome);
    }

    private Outcome execute(Step.Complete complete, @Nullable AppendUpload upload) throws IOException {
        try (upload) {
            return commands.execute(complete, upload);
        }
    }

    private Next compress(String tag) throws IOException {
        if (compressed) {
            return finish(tag, Reply.no(ResponseCode.COMPRESSIONACTIVE, "The connection is compressed already"));
        }
        compressed = true;
        Next next = finish(tag, Reply.ok("DEFLATE begins"));
        out.flush();
        connection.deflate();
        return next;
    }

    private Next finish(String tag, Reply reply) throws IOException {
        if (!commands.update(false)) {
            return gone();
        }
        out.tagged(tag, reply.status(), reply.code().orElse(null), reply.text());
        return awaitCommand();
    }

    /**
     * Ends the connection, unless the client has used NOTIFY: it listens for notifications without sending commands (RFC
     * 5465 §3.1). The response to such a client makes the connection fail if the client is gone.
     */
    private Next expired() throws IOException {
        boolean isSilent = front.clock().nanos() - waitingSince >= IDLE.toNanos()
                && connection.in().available() == 0; // otherwise a line or a record of TLS is unfinished
        if (!isSilent || !commands.isNotified() || isInsideCommand()) {
            return bye(Optional.empty(), "The connection was idle for too long");
        }
        out.untagged(Status.OK, null, "The server still sends notifications");
        return waiting;
    }

    private static Next gone() {
        return bye(Optional.of(ResponseCode.NONEXISTENT), "The selected mailbox was deleted or is no longer shared");
    }

    private Next updateInIdle() throws IOException {
        if (!commands.update(false)) {
            return gone();
        }
        return Park.forLine(reader.lineLimit(), IDLE, UNFINISHED);
    }

    private Next endIdle(byte[] line) throws IOException {
        String tag = idle.end();
        return Idle.isDone(line)
                ? finish(tag, Reply.ok("IDLE completed"))
                : finish(tag, Reply.bad("Expected DONE to end IDLE"));
    }

    private Next woken() throws IOException {
        boolean isUpdateDue = idle.woken();
        if (closing) {
            return bye(Optional.empty(), "An administrator has closed the connection");
        }
        if (signIn.hasEnded()) {
            return bye(Optional.of(ResponseCode.EXPIRED), "The sign-in has ended");
        }
        if (!isUpdateDue || isInsideCommand()) {
            return waiting;
        }
        return commands.update(!idle.isActive()) ? waiting : gone();
    }

    private boolean isInsideCommand() {
        return waiting instanceof Park park && park.busy();
    }

    /** Called when data of an account has changed that the client follows. */
    void changed() {
        idle.changed();
    }

    /** Returns what is called when data of an account has changed that the client follows. */
    Runnable listener() {
        return listener;
    }

    /** Marks the session if shares may have changed since changes were sent last. */
    void checkShares() {
        if (commands.isOutdated()) {
            changed();
        }
    }

    /** Ends the session, after the command that it executes. */
    void close() {
        closing = true;
        connection.wake();
    }

    /** Returns whether there were changes since the last call. */
    boolean takeChanged() {
        return idle.takeChanged();
    }

    /** Returns the state of the sign-in; empty if the client is not signed in. */
    Optional<SignInState.SignedIn> signedInState() {
        return signIn.state(commands.selection().name(), idle.isActive());
    }

    /** Forgets the sign-in (RFC 8437). */
    void signedOut() {
        signIn.end();
    }

    /** Adapts to the enabled extensions. */
    void utf8(boolean enabled) {
        reader.utf8(enabled);
        out.utf8(enabled);
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void closed() {
        if (idle.isActive()) {
            idle.end();
        }
        signIn.end();
        commands.reset();
        input.close(); // last, because it uses the store, which can fail
    }
}
