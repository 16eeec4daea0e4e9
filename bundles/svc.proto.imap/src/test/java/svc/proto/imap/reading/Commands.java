package svc.proto.imap.reading;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import svc.proto.imap.command.Command;

/** Reads commands as a session does that takes everything that a client sends. */
final class Commands {

    private static final long LONGEST_MESSAGE = 50_000_000;

    private Commands() {}

    static CommandReader reader() {
        return new CommandReader(Limits.afterSignIn(LONGEST_MESSAGE));
    }

    static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Reads the octets of one command, with literals. Returns the last step. */
    static Step read(CommandReader reader, byte[] octets) {
        int at = 0;
        Step step = new Step.Line(reader.lineLimit());
        while (at < octets.length) {
            if (step instanceof Step.Line) {
                int end = at;
                while (end < octets.length && octets[end] != '\n') {
                    end++;
                }
                end = Math.min(end + 1, octets.length);
                step = reader.line(Arrays.copyOfRange(octets, at, end));
                at = end;
            } else if (step instanceof Step.Literal literal) {
                if (octets.length - at < literal.size()) {
                    return step;
                }
                step = reader.literal(Arrays.copyOfRange(octets, at, at + literal.size()));
                at += literal.size();
            } else if (step instanceof Step.Message message) {
                at += (int) Math.min(message.message().size(), octets.length - at);
                step = reader.streamed();
            } else if (step instanceof Step.Skip skip) {
                at += (int) Math.min(skip.size(), octets.length - at);
                step = reader.skipped();
            } else {
                return step;
            }
        }
        return step;
    }

    static Step read(String text) {
        return read(reader(), octets(text + "\r\n"));
    }

    /** Returns the command, which must be valid. */
    static Command command(String text) {
        Step step = read("a " + text);
        if (step instanceof Step.Complete complete) {
            return complete.command();
        }
        throw new AssertionError(text + ": " + step);
    }

    /** Returns the error of a command, which must not be valid. */
    static String error(String text) {
        Step step = read("a " + text);
        if (step instanceof Step.Failed failed) {
            return String.valueOf(failed.reason().getMessage());
        }
        throw new AssertionError(text + ": " + step);
    }
}
