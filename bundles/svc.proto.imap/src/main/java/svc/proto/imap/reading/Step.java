package svc.proto.imap.reading;

import java.util.Optional;
import svc.proto.imap.command.AppendMessage;
import svc.proto.imap.command.Command;
import svc.proto.imap.grammar.SyntaxException;

/** What the session does next to read a command or to answer it. */
public sealed interface Step {

    /**
     * The command is complete: the session executes it.
     *
     * @param tag the tag
     * @param name the name of the command, such as {@code UID FETCH}
     * @param command the command
     */
    record Complete(String tag, String name, Command command) implements Step {}

    /**
     * The command is not valid: the session answers {@code BAD}, with {@code *} if there is no tag. Messages that the
     * session has taken for this command are dropped.
     *
     * @param tag the tag
     * @param reason the reason
     */
    record Failed(Optional<String> tag, SyntaxException reason) implements Step {}

    /**
     * The session refused the message of the command with {@link CommandReader#refuse}, and the client has sent
     * everything: the session answers {@code NO}.
     *
     * @param tag the tag
     */
    record Refused(String tag) implements Step {}

    /**
     * The session reads the next line of the command and passes it to {@link CommandReader#line}.
     *
     * @param limit the maximum length of the line with its line end
     */
    record Line(int limit) implements Step {}

    /**
     * The session reads a literal and passes it to {@link CommandReader#literal}.
     *
     * @param size the number of octets
     * @param synchronizing whether the session must send a continuation request before
     */
    record Literal(int size, boolean synchronizing) implements Step {}

    /**
     * The session reads the octets of a message, stores them and calls {@link CommandReader#streamed}; or it calls
     * {@link CommandReader#refuse} before it reads any.
     *
     * @param tag the tag of the command
     * @param name the name of the command
     * @param mailbox the mailbox for which the message is meant
     * @param index the number of messages of the command before this one
     * @param message the message
     * @param synchronizing whether the session must send a continuation request before
     */
    record Message(String tag, String name, String mailbox, int index, AppendMessage message, boolean synchronizing)
            implements Step {}

    /**
     * The session reads octets, drops them and calls {@link CommandReader#skipped}.
     *
     * @param size the number of octets
     */
    record Skip(long size) implements Step {}

    /**
     * The session ends the connection with {@code BYE}.
     *
     * @param text the text, with its response code
     */
    record Bye(String text) implements Step {}
}
