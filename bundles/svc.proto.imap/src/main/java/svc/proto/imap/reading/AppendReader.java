package svc.proto.imap.reading;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.AppendMessage;
import svc.proto.imap.command.AppendMessage.Form;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.grammar.Dates;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.LiteralHeader;
import svc.proto.imap.grammar.SyntaxException;
import svc.proto.imap.name.MessageFlags;

/** The parts of APPEND or REPLACE that arrived before a message (RFC 9051 §6.3.12, RFC 3502, RFC 8508). Not thread-safe. */
final class AppendReader {

    private final String tag;
    private final boolean uid;
    private final boolean replace;
    private OptionalLong replaced = OptionalLong.empty();
    private @Nullable String mailbox;
    private final List<AppendMessage> messages = new ArrayList<>();

    private AppendReader(String tag, boolean uid, boolean replace) {
        this.tag = tag;
        this.uid = uid;
        this.replace = replace;
    }

    /** Returns a reader if a command is APPEND or REPLACE; null for another command. */
    static @Nullable AppendReader of(Arguments arguments) throws SyntaxException {
        Input in = arguments.in();
        String tag = in.tag();
        in.space();
        boolean uid = in.skipWord("UID") && in.skip(' ');
        boolean append = !uid && in.skipWord("APPEND");
        return append || in.skipWord("REPLACE") ? new AppendReader(tag, uid, !append) : null;
    }

    String tag() {
        return tag;
    }

    private String name() {
        return replace ? uid ? "UID REPLACE" : "REPLACE" : "APPEND";
    }

    /** Returns the message whose literal follows the input; empty if another literal follows. */
    Optional<Step> message(Arguments arguments) throws SyntaxException {
        Input in = arguments.in();
        String target = mailbox;
        if (target == null) {
            skipName(in);
            if (in.awaitsLiteral()) {
                return Optional.empty();
            }
            target = arguments.mailbox();
            mailbox = target;
        } else {
            endMessage(in);
            if (replace) {
                throw in.expected("the end of the command");
            }
        }
        in.space();
        return Optional.of(message(arguments, target));
    }

    private void skipName(Input in) throws SyntaxException {
        in.tag();
        in.space();
        if (uid) {
            in.word("UID");
            in.space();
        }
        in.word("a command");
        in.space();
        if (replace) {
            replaced = in.skip('*') ? OptionalLong.empty() : OptionalLong.of(in.positive("a message number"));
            in.space();
        }
    }

    private Step message(Arguments arguments, String target) throws SyntaxException {
        Input in = arguments.in();
        MessageFlags flags = MessageFlags.NONE;
        Optional<OffsetDateTime> date = Optional.empty();
        if (in.peek() == '(') {
            flags = arguments.flags();
            in.space();
        }
        if (in.peek() == '"') {
            date = Optional.of(Dates.dateTime(in));
            in.space();
        }
        boolean utf8 = in.skipWord("UTF8");
        if (utf8) {
            in.space();
            in.expect('(');
        }
        LiteralHeader literal = in.awaitedLiteral("the literal of a message");
        if (utf8 && !literal.binary()) {
            throw in.expected("a literal8");
        }
        AppendMessage message = new AppendMessage(
                flags, date, literal.size(), utf8 ? Form.UTF8 : literal.binary() ? Form.BINARY : Form.LITERAL);
        int index = messages.size();
        messages.add(message);
        return new Step.Message(tag, name(), target, index, message, literal.synchronizing());
    }

    private void endMessage(Input in) throws SyntaxException {
        if (messages.get(messages.size() - 1).form() == Form.UTF8) {
            in.expect(')');
        }
    }

    /** Returns the command after its last message. */
    Step complete(Arguments arguments) throws SyntaxException {
        Input in = arguments.in();
        String target = mailbox;
        if (target == null || messages.isEmpty()) {
            throw in.expected("the literal of a message");
        }
        endMessage(in);
        in.end();
        return new Step.Complete(
                tag,
                name(),
                replace
                        ? new MessageCommand.Replace(uid, replaced, target, messages.get(0))
                        : new MailboxCommand.Append(target, messages));
    }
}
