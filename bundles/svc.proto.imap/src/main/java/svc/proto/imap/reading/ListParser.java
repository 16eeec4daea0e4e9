package svc.proto.imap.reading;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import svc.proto.imap.command.Command;
import svc.proto.imap.command.MailboxCommand.ListMailboxes;
import svc.proto.imap.command.MailboxCommand.ListReturn;
import svc.proto.imap.command.MailboxCommand.ListSelection;
import svc.proto.imap.command.MailboxCommand.Lsub;
import svc.proto.imap.command.StatusItem;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SyntaxException;

/** Parses LIST and LSUB (RFC 9051 §6.3.9, RFC 5258, RFC 5819, RFC 6154, RFC 8440). Not thread-safe. */
final class ListParser {

    /** The maximum number of patterns in one command. */
    static final int MOST_PATTERNS = 100;

    private final Input in;
    private final Arguments arguments;
    private final Set<ListSelection> select = EnumSet.noneOf(ListSelection.class);
    private final Set<ListReturn> returns = EnumSet.noneOf(ListReturn.class);
    private final Set<StatusItem> status = EnumSet.noneOf(StatusItem.class);
    private final List<String> patterns = new ArrayList<>();

    ListParser(Arguments arguments) {
        this.in = arguments.in();
        this.arguments = arguments;
    }

    Command command(String name) throws SyntaxException {
        in.space();
        if (name.equals("LSUB")) {
            String reference = arguments.pattern();
            in.space();
            return new Lsub(reference, arguments.pattern());
        }
        boolean extended = in.peek() == '(';
        if (extended) {
            select();
        }
        String reference = arguments.pattern();
        in.space();
        extended |= in.peek() == '(';
        arguments.oneOrList(this::pattern);
        if (in.skip(' ')) {
            extended = true;
            if (!in.skipWord("RETURN")) {
                throw in.expected("RETURN");
            }
            in.space();
            arguments.list(true, this::returnOption);
        }
        return new ListMailboxes(reference, patterns, extended, select, returns, status);
    }

    private void select() throws SyntaxException {
        int column = in.column();
        arguments.list(true, () -> select.add(arguments.constant(ListSelection.class, "a selection option of LIST")));
        // RFC 5258 §3: RECURSIVEMATCH needs an option that mailboxes can match.
        if (select.contains(ListSelection.RECURSIVEMATCH)
                && !select.contains(ListSelection.SUBSCRIBED)
                && !select.contains(ListSelection.SPECIAL_USE)) {
            throw new SyntaxException("expected SUBSCRIBED or SPECIAL-USE with RECURSIVEMATCH", column);
        }
        in.space();
    }

    private void pattern() throws SyntaxException {
        if (patterns.size() == MOST_PATTERNS) {
            throw in.expected("at most " + MOST_PATTERNS + " patterns");
        }
        patterns.add(arguments.pattern());
    }

    private void returnOption() throws SyntaxException {
        if (in.skipWord("STATUS")) {
            in.space();
            status.addAll(statusItems(arguments));
        } else {
            returns.add(arguments.constant(ListReturn.class, "a return option of LIST"));
        }
    }

    /** Reads the items of STATUS. */
    static Set<StatusItem> statusItems(Arguments arguments) throws SyntaxException {
        Set<StatusItem> items = EnumSet.noneOf(StatusItem.class);
        arguments.list(false, () -> items.add(arguments.constant(StatusItem.class, "an item of STATUS")));
        return items;
    }
}
