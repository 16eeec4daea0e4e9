package svc.shell.socket;

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
import svc.shell.command.CommandInvocation;
import svc.shell.command.CommandLine;
import svc.shell.command.ExitCodes;
import svc.shell.command.ResultFormatter;
import svc.shell.socket.Frames.Frame;
import svc.shell.socket.Frames.Garbled;

/** Serves one connection: reads its request, runs it and sends the exit code. */
final class SocketConnection {
    private static final Logger LOG = LoggerFactory.getLogger(SocketConnection.class);

    private final Frames frames;
    private final CommandLine commandLine;
    private final Supplier<Optional<GogoShell>> shell;
    private final Actor actor;

    SocketConnection(Frames frames, CommandLine commandLine, Supplier<Optional<GogoShell>> shell, Actor actor) {
        this.frames = frames;
        this.commandLine = commandLine;
        this.shell = shell;
        this.actor = actor;
    }

    /**
     * Serves the request.
     *
     * @param understood is called with the complete request; until then the connection may be closed
     * @param answered is called when the response was sent and the client must only close the connection
     */
    void hold(Consumer<SocketRequest> understood, Runnable answered) throws IOException {
        try (PrintStream out = new PrintStream(frames.stream(Frames.OUT), false, StandardCharsets.UTF_8);
                PrintStream err = new PrintStream(frames.stream(Frames.ERR), false, StandardCharsets.UTF_8)) {
            int exit;
            try {
                exit = answer(understood, out, err);
            } catch (Garbled e) {
                LOG.warn("A connection to the command line's socket was refused: {}", e.getMessage());
                err.println("svc: The server does not understand this client: " + e.getMessage()
                        + ". Use the svc program of the running distribution.");
                exit = ExitCodes.USAGE;
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

    private int answer(Consumer<SocketRequest> understood, PrintStream out, PrintStream err) throws IOException {
        byte version = frames.opening();
        if (version != Frames.VERSION) {
            throw new Garbled("it speaks version " + version + " of the protocol, not " + Frames.VERSION);
        }
        Frame first = frames.next();
        if (first.type() != Frames.REQUEST) {
            throw new Garbled("it does not begin with a request");
        }
        SocketRequest request = SocketRequest.of(first.content());
        understood.accept(request);
        CommandInvocation invocation = new CommandInvocation(
                request.words(), request.directory(), new FrameInput(frames), out, err, actor, this::progress);
        return switch (request.mode()) {
            case "command" -> command(invocation);
            case "shell" -> shell(invocation, () -> out.print(GogoShell.PROMPT));
            case "script" -> shell(invocation, () -> {});
            case "lines" -> shell(invocation, frames::wantNext);
            default -> throw new Garbled("it wants a mode that is not known");
        };
    }

    /** Sends the progress. Returns false if the client has disconnected. */
    private boolean progress(long done, long total, String what) {
        try {
            frames.progress(done, total, ResultFormatter.clean(what));
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    private int command(CommandInvocation invocation) {
        try {
            return commandLine.run(invocation);
        } catch (RuntimeException | LinkageError defect) {
            LOG.error("A command failed", defect);
            invocation.err().println("svc: An internal error occurred. See the log of the server.");
            return ExitCodes.REFUSED;
        }
    }

    private int shell(CommandInvocation invocation, GogoShell.Prompt prompt) throws IOException {
        Optional<GogoShell> gogo = shell.get();
        if (gogo.isEmpty()) {
            invocation.err().println("svc: The shell has not started. See svc doctor, or run single commands.");
            return ExitCodes.REFUSED;
        }
        return gogo.get().talk(invocation, prompt);
    }
}
