package svc.proto.imap.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import svc.proto.imap.command.Command;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.command.MessageCommand.SortCriterion;
import svc.proto.imap.command.MessageCommand.SortKey;
import svc.proto.imap.command.MessageCommand.StoreMode;
import svc.proto.imap.command.MessageCommand.ThreadAlgorithm;
import svc.proto.imap.command.SearchOptions;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SequenceSet;
import svc.proto.imap.grammar.SyntaxException;

/** Parses the commands that exist with message numbers and with UIDs. */
final class MessageParser {

    /** The maximum number of sort criteria; further ones can have no effect. */
    private static final int MOST_CRITERIA = 30;

    private final Input in;
    private final Arguments arguments;
    private final boolean uid;

    MessageParser(Arguments arguments, boolean uid) {
        this.in = arguments.in();
        this.arguments = arguments;
        this.uid = uid;
    }

    Command command(String name) throws SyntaxException {
        in.space();
        return switch (name) {
            case "COPY" -> copy(false);
            case "MOVE" -> copy(true);
            case "FETCH" -> new FetchParser(arguments).command(uid);
            case "STORE" -> store();
            case "SEARCH" -> {
                SearchParser search = new SearchParser(arguments);
                SearchOptions options = search.options();
                yield new MessageCommand.Search(uid, options, search.program());
            }
            case "SORT" -> sort();
            case "THREAD" -> thread();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private Command copy(boolean move) throws SyntaxException {
        SequenceSet messages = SequenceSet.read(in);
        return new MessageCommand.Copy(uid, messages, arguments.nextMailbox(), move);
    }

    private Command store() throws SyntaxException {
        SequenceSet messages = SequenceSet.read(in);
        in.space();
        OptionalLong unchangedSince = OptionalLong.empty();
        if (in.skip('(')) {
            if (!in.skipWord("UNCHANGEDSINCE")) {
                throw in.expected("UNCHANGEDSINCE");
            }
            in.space();
            unchangedSince = OptionalLong.of(in.modSeq());
            in.expect(')');
            in.space();
        }
        StoreMode mode = in.skip('+') ? StoreMode.ADD : in.skip('-') ? StoreMode.REMOVE : StoreMode.REPLACE;
        boolean silent = in.skipWord("FLAGS.SILENT");
        if (!silent && !in.skipWord("FLAGS")) {
            throw in.expected("FLAGS or FLAGS.SILENT");
        }
        in.space();
        return new MessageCommand.Store(uid, messages, unchangedSince, mode, silent, arguments.bareFlags());
    }

    private Command sort() throws SyntaxException {
        SearchParser search = new SearchParser(arguments);
        SearchOptions options = search.options();
        List<SortCriterion> order = new ArrayList<>();
        arguments.list(false, () -> {
            if (order.size() == MOST_CRITERIA) {
                throw in.expected("at most " + MOST_CRITERIA + " sort criteria");
            }
            boolean reverse = in.skipWord("REVERSE");
            if (reverse) {
                in.space();
            }
            int column = in.column();
            SortKey key = arguments.constant(SortKey.class, "a sort criterion");
            if (key == SortKey.RELEVANCY) {
                search.requireFuzzy(column);
            }
            order.add(new SortCriterion(key, reverse));
        });
        in.space();
        return new MessageCommand.Sort(uid, options, order, search.programWithCharset());
    }

    private Command thread() throws SyntaxException {
        ThreadAlgorithm algorithm = arguments.constant(ThreadAlgorithm.class, "ORDEREDSUBJECT or REFERENCES");
        in.space();
        return new MessageCommand.Thread(uid, algorithm, new SearchParser(arguments).programWithCharset());
    }
}
