package svc.shell;

import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.Actor;
import svc.shell.Frames.Frame;

/** One connection: its request, and what comes of it. */
final class Conversation {

    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

    private final Frames frames;
    private final CommandLine commandLine;
    private final Supplier<Optional<GogoShell>> shell;
    private final Actor actor;

    Conversation(Frames frames, CommandLine commandLine, Supplier<Optional<GogoShell>> shell, Actor actor) {
        this.frames = frames;
        this.commandLine = commandLine;
        this.shell = shell;
        this.actor = actor;
    }

    /**
     * Answers the request.
     *
     * @param understood is told the request when it is complete; whoever only connects can be cut off
     * @param answered runs when only the client's closing is awaited
     */
    void hold(Consumer<Request> understood, Runnable answered) throws IOException {
        try (PrintStream out = new PrintStream(frames.stream(Frames.OUT), false, StandardCharsets.UTF_8);
                PrintStream err = new PrintStream(frames.stream(Frames.ERR), false, StandardCharsets.UTF_8)) {
            int exit;
            try {
                exit = answer(understood, out, err);
            } catch (Frames.Garbled e) {
                LOG.warn("A connection to the command line's socket was refused: {}", e.getMessage());
                err.println("svc: The server does not understand this client: " + e.getMessage()
                        + ". Use the svc of the distribution that runs.");
                exit = Exit.USAGE;
            }
            out.flush();
            err.flush();
            frames.exit(exit);
            answered.run();
            frames.awaitEnd();
        } catch (EOFException e) {
            LOG.debug("A connection to the command line's socket ended before its request");
        }
    }

    private int answer(Consumer<Request> understood, PrintStream out, PrintStream err) throws IOException {
        byte version = frames.opening();
        if (version != Frames.VERSION) {
            throw new Frames.Garbled("it speaks version " + version + " of the protocol, not " + Frames.VERSION);
        }
        Frame first = frames.next();
        if (first.type() != Frames.REQUEST) {
            throw new Frames.Garbled("it does not begin with a request");
        }
        Request request = Request.of(first.content());
        understood.accept(request);
        Invocation invocation = new Invocation(
                request.words(), request.directory(), new FrameInput(frames), out, err, actor, this::progress);
        return switch (request.mode()) {
            case "command" -> command(invocation);
            case "shell" -> shell(invocation, true);
            case "script" -> shell(invocation, false);
            default -> throw new Frames.Garbled("it wants a mode that is not known");
        };
    }

    /** Nobody waits any more when nobody takes it. */
    private boolean progress(long done, long total, String what) {
        try {
            frames.progress(done, total, Texts.clean(what));
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    private int command(Invocation invocation) {
        try {
            return commandLine.run(invocation);
        } catch (RuntimeException | LinkageError defect) {
            LOG.error("A command failed", defect);
            invocation.err().println("svc: The server failed inside. Look in its log.");
            return Exit.REFUSED;
        }
    }

    private int shell(Invocation invocation, boolean prompt) throws IOException {
        Optional<GogoShell> gogo = shell.get();
        if (gogo.isEmpty()) {
            invocation.err().println("svc: The shell has not started. See svc doctor, or run single commands.");
            return Exit.REFUSED;
        }
        return gogo.get().talk(invocation, prompt);
    }
}
