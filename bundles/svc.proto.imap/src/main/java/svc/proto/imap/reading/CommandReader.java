package svc.proto.imap.reading;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.LiteralHeader;
import svc.proto.imap.grammar.SyntaxException;

/**
 * Reads the commands of a client, one after the other. The session passes each line of the client, and does what the
 * returned {@link Step} says, until the step is an answer. A message of APPEND or REPLACE is never held here. Between two
 * commands the reader holds no octets. Not thread-safe.
 */
public final class CommandReader {

    private static final byte[] NOTHING = {};

    private Limits limits;
    private boolean utf8;

    /** The command so far as the client sent it: lines and literals. */
    private byte[] octets = NOTHING;

    private int size;
    private int text;
    private int literals;

    private @Nullable AppendReader append;
    private @Nullable LiteralHeader awaited;

    /** The answer when the client has sent the rest of the command. */
    private @Nullable Step answer;

    /** Creates a reader. */
    public CommandReader(Limits limits) {
        this.limits = limits;
    }

    /** Sets the limits of the next command. */
    public void limits(Limits next) {
        limits = next;
    }

    /** Sets whether mailbox names are in UTF-8: IMAP4rev2 or UTF8=ACCEPT is enabled. */
    public void utf8(boolean enabled) {
        utf8 = enabled;
    }

    /** Returns the maximum length of the next line, with its line end. */
    public int lineLimit() {
        return limits.text() - text;
    }

    /** Returns whether the client is in the middle of a command. */
    public boolean isInsideCommand() {
        return text > 0;
    }

    /** Takes the next line, with its line end. */
    public Step line(byte[] line) {
        text += line.length;
        LiteralHeader literal = LiteralHeader.atEndOf(line);
        if (answer != null) {
            return literal == null || literal.synchronizing() ? end(answer) : skip(literal, answer);
        }
        int length = literal == null ? withoutLineEnd(line) : line.length;
        if (size == 0) {
            octets = line;
            size = length;
        } else {
            add(line, length);
        }
        try {
            return literal == null ? end(complete()) : await(literal, text == line.length);
        } catch (SyntaxException e) {
            Step failed = new Step.Failed(tag(), e);
            return literal == null || literal.synchronizing() ? end(failed) : skip(literal, failed);
        }
    }

    private static int withoutLineEnd(byte[] line) {
        int length = line.length;
        if (length > 0 && line[length - 1] == '\n') {
            length--;
        }
        return length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    }

    private void add(byte[] more, int length) {
        if (octets.length - size < length) {
            octets = Arrays.copyOf(octets, Math.max(size + length, Math.min(size * 2, size + Limits.MOST_SKIPPED)));
        }
        System.arraycopy(more, 0, octets, size, length);
        size += length;
    }

    private Step complete() throws SyntaxException {
        AppendReader messages = append;
        return messages == null ? CommandParser.parse(new Input(octets, size), utf8) : messages.complete(input());
    }

    private Arguments input() {
        return new Arguments(new Input(octets, size), utf8);
    }

    private Step await(LiteralHeader literal, boolean isFirstLine) throws SyntaxException {
        AppendReader messages = append == null && isFirstLine ? AppendReader.of(input()) : append;
        if (messages != null) {
            append = messages;
            Optional<Step> message = messages.message(input());
            if (message.isPresent()) {
                awaited = literal;
                return message.get();
            }
        }
        if (literal.size() > limits.literals() - literals) {
            throw new SyntaxException(
                    "expected literals of at most " + limits.literals() + " octets in one command", size);
        }
        literals += (int) literal.size();
        return new Step.Literal((int) literal.size(), literal.synchronizing());
    }

    /** Takes the octets of a literal. */
    public Step literal(byte[] literal) {
        add(literal, literal.length);
        return nextLine();
    }

    private Step nextLine() {
        return lineLimit() > 0 ? new Step.Line(lineLimit()) : new Step.Bye("[TOOBIG] The command is too long");
    }

    /** Continues after the octets of a message were stored. */
    public Step streamed() {
        size = 0;
        awaited = null;
        return nextLine();
    }

    /** Refuses the message that the last step announced, before any of its octets were read. */
    public Step refuse() {
        AppendReader messages = append;
        LiteralHeader literal = awaited;
        if (messages == null || literal == null) {
            throw new IllegalStateException("the command has no message here");
        }
        Step refused = new Step.Refused(messages.tag());
        return literal.synchronizing() ? end(refused) : skip(literal, refused);
    }

    /** Continues after octets were read and dropped. */
    public Step skipped() {
        return nextLine();
    }

    private Step skip(LiteralHeader literal, Step then) {
        octets = NOTHING;
        size = 0;
        answer = then;
        long most = append == null ? Limits.MOST_SKIPPED : Math.max(Limits.MOST_SKIPPED, limits.message());
        return literal.size() > most
                ? new Step.Bye("[TOOBIG] The literal is too long: " + literal.size() + " octets")
                : new Step.Skip(literal.size());
    }

    private Optional<String> tag() {
        return append != null ? Optional.of(append.tag()) : CommandParser.tag(new Input(octets, size));
    }

    /** Ends a command. */
    private Step end(Step last) {
        octets = NOTHING;
        size = 0;
        text = 0;
        literals = 0;
        append = null;
        awaited = null;
        answer = null;
        return last;
    }
}
