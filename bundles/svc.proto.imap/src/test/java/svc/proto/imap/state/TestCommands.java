package svc.proto.imap.state;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import svc.proto.imap.command.Command;
import svc.proto.imap.reading.CommandReader;
import svc.proto.imap.reading.Limits;
import svc.proto.imap.reading.Step;
import svc.proto.imap.response.ResponseWriter;

/** Executes commands as a session does, without a connection. */
public final class TestCommands {

    /** The maximum size of a message. */
    public static final long LARGEST = 50_000_000;

    private TestCommands() {}

    /** The execution of a command, which writes the untagged responses. */
    public interface Execution {

        /** Executes a command. */
        Reply execute(Command command, ResponseWriter out) throws IOException, RefusedException;
    }

    /** Executes a command without a literal, and writes the responses. The tag is {@code a}. */
    public static void execute(String line, Features features, OutputStream octets, Execution execution) {
        ResponseWriter out = new ResponseWriter(octets);
        out.utf8(features.isUtf8());
        try {
            Reply reply = reply(parse(line, features), out, execution);
            out.tagged("a", reply.status(), reply.code().orElse(null), reply.text());
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Reply reply(Command command, ResponseWriter out, Execution execution) throws IOException {
        try {
            return execution.execute(command, out);
        } catch (RefusedException e) {
            return e.reply();
        }
    }

    /** Parses a command without a literal. */
    public static Command parse(String line, Features features) {
        CommandReader reader = new CommandReader(Limits.afterSignIn(LARGEST));
        reader.utf8(features.isUtf8());
        Step step = reader.line(("a " + line + "\r\n").getBytes(StandardCharsets.UTF_8));
        if (step instanceof Step.Complete complete) {
            return complete.command();
        }
        throw new AssertionError(line + ": " + step);
    }
}
