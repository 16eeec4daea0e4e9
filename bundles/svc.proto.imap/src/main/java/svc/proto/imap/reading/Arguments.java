package svc.proto.imap.reading;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SyntaxException;
import svc.proto.imap.name.MailboxName;
import svc.proto.imap.name.MailboxPattern;
import svc.proto.imap.name.MessageFlags;

/**
 * Reads the arguments that several commands have.
 *
 * @param in the position in the command
 * @param utf8 whether mailbox names are in UTF-8
 */
record Arguments(Input in, boolean utf8) {

    private static final String MAILBOX = "a mailbox name";

    /** Reads an element of a list. */
    interface Element {
        void read() throws SyntaxException;
    }

    /** Reads a space and a mailbox name. */
    String nextMailbox() throws SyntaxException {
        in.space();
        return mailbox();
    }

    /** Reads a mailbox name. */
    String mailbox() throws SyntaxException {
        int column = in.column();
        return MailboxName.decode(in.astring(MAILBOX), utf8).orElseThrow(() -> notAName(MAILBOX, column));
    }

    /** Reads a mailbox pattern. */
    String pattern() throws SyntaxException {
        int column = in.column();
        byte[] octets = in.pattern("a mailbox pattern");
        if (octets.length > MailboxPattern.LONGEST) {
            throw new SyntaxException(
                    "expected a mailbox pattern of at most " + MailboxPattern.LONGEST + " octets", column);
        }
        return MailboxName.text(octets, utf8).orElseThrow(() -> notAName("a mailbox pattern", column));
    }

    private SyntaxException notAName(String what, int column) {
        return new SyntaxException("expected " + what + (utf8 ? " in UTF-8" : " in modified UTF-7"), column);
    }

    /** Reads a space and an atom or string. */
    String nextText(String what) throws SyntaxException {
        in.space();
        return in.text(what);
    }

    /** Reads a list in parentheses. A space before the last one is ignored, because some clients send it. */
    void list(boolean mayBeEmpty, Element element) throws SyntaxException {
        in.expect('(');
        if (mayBeEmpty && in.skip(')')) {
            return;
        }
        do {
            element.read();
        } while (in.skip(' ') && in.peek() != ')');
        in.expect(')');
    }

    /** Reads an element, or a list of elements in parentheses. */
    void oneOrList(Element element) throws SyntaxException {
        if (in.peek() == '(') {
            list(false, element);
        } else {
            element.read();
        }
    }

    /** Reads one of the constants of an enumeration; underscores are hyphens on the wire. */
    <E extends Enum<E>> E constant(Class<E> type, String what) throws SyntaxException {
        int column = in.column();
        String word = in.word(what);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().replace('_', '-').equals(word)) {
                return constant;
            }
        }
        throw new SyntaxException("expected " + what + ", not " + word, column);
    }

    /** Reads a flag. */
    String flag() throws SyntaxException {
        int column = in.column();
        String flag = (in.skip('\\') ? "\\" : "") + in.atom("a flag");
        return MessageFlags.keyword(flag)
                .orElseThrow(() -> new SyntaxException("expected a flag that a client can set", column));
    }

    /** Reads a list of flags in parentheses. */
    MessageFlags flags() throws SyntaxException {
        Set<String> keywords = new HashSet<>();
        list(true, () -> keywords.add(flag()));
        return flags(keywords);
    }

    /** Reads flags in parentheses, or without them. */
    MessageFlags bareFlags() throws SyntaxException {
        if (in.peek() == '(') {
            return flags();
        }
        Set<String> keywords = new HashSet<>();
        do {
            keywords.add(flag());
        } while (in.skip(' '));
        return flags(keywords);
    }

    private static MessageFlags flags(Set<String> keywords) {
        boolean deleted = keywords.remove("\\deleted");
        return new MessageFlags(keywords, deleted);
    }

    /** Reads mailbox names: one, or several in parentheses. */
    List<String> mailboxes() throws SyntaxException {
        List<String> names = new ArrayList<>();
        oneOrList(() -> names.add(mailbox()));
        return names;
    }
}
