package svc.proto.imap.reading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.BodySection;
import svc.proto.imap.command.BodySection.Kind;
import svc.proto.imap.command.FetchItem;
import svc.proto.imap.command.FetchItem.OctetRange;
import svc.proto.imap.command.FetchItem.Simple;
import svc.proto.imap.command.MessageCommand.Fetch;
import svc.proto.imap.command.PartialRange;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SequenceSet;
import svc.proto.imap.grammar.SyntaxException;

/** Parses FETCH (RFC 9051 §6.4.5). Not thread-safe. */
final class FetchParser {

    /** The maximum number of items in one command. */
    static final int MOST_ITEMS = 1_000;

    private static final List<FetchItem> FAST = List.of(Simple.FLAGS, Simple.INTERNALDATE, Simple.RFC822_SIZE);

    private final Input in;
    private final Arguments arguments;
    private OptionalLong changedSince = OptionalLong.empty();
    private boolean vanished;
    private @Nullable PartialRange partial;

    FetchParser(Arguments arguments) {
        this.in = arguments.in();
        this.arguments = arguments;
    }

    Fetch command(boolean uid) throws SyntaxException {
        SequenceSet messages = SequenceSet.read(in);
        in.space();
        List<FetchItem> items = macro();
        if (items == null) {
            items = items();
        }
        if (in.skip(' ')) {
            arguments.list(false, this::modifier);
        }
        // RFC 7162 §3.2.6
        if (vanished && (!uid || changedSince.isEmpty())) {
            throw in.expected("VANISHED only in UID FETCH and with CHANGEDSINCE");
        }
        return new Fetch(uid, messages, items, changedSince, vanished, Optional.ofNullable(partial));
    }

    private @Nullable List<FetchItem> macro() {
        if (in.skipWord("FAST")) {
            return FAST;
        }
        List<FetchItem> items = new ArrayList<>(FAST);
        if (in.skipWord("ALL")) {
            items.add(Simple.ENVELOPE);
            return items;
        }
        if (in.skipWord("FULL")) {
            items.add(Simple.ENVELOPE);
            items.add(Simple.BODY);
            return items;
        }
        return null;
    }

    /** Reads an item, or items in parentheses. */
    List<FetchItem> items() throws SyntaxException {
        List<FetchItem> items = new ArrayList<>();
        arguments.oneOrList(() -> {
            if (items.size() == MOST_ITEMS) {
                throw in.expected("at most " + MOST_ITEMS + " items");
            }
            items.add(item());
        });
        return items;
    }

    private void modifier() throws SyntaxException {
        if (in.skipWord("CHANGEDSINCE")) {
            in.space();
            changedSince = OptionalLong.of(in.modSeq());
        } else if (in.skipWord("VANISHED")) {
            vanished = true;
        } else if (in.skipWord("PARTIAL")) {
            in.space();
            partial = PartialRanges.read(in);
        } else {
            throw in.expected("CHANGEDSINCE, VANISHED or PARTIAL");
        }
    }

    private FetchItem item() throws SyntaxException {
        int column = in.column();
        String name = in.word("an item of FETCH");
        return switch (name) {
            case "BODY" -> in.peek() == '[' ? body("BODY", false) : Simple.BODY;
            case "BODY.PEEK" -> body("BODY", true);
            case "BINARY", "BINARY.PEEK" -> binary(name.equals("BINARY.PEEK"));
            case "BINARY.SIZE" -> {
                BodySection part = new SectionParser(arguments).part();
                yield new FetchItem.BinarySize(part, "BINARY.SIZE[" + SectionParser.name(part) + "]");
            }
            case "PREVIEW" -> preview();
            case "RFC822" -> old(Kind.ALL, false, name);
            case "RFC822.HEADER" -> old(Kind.HEADER, true, name);
            case "RFC822.TEXT" -> old(Kind.TEXT, false, name);
            default ->
                Arrays.stream(Simple.values())
                        .filter(item -> item.wireName().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new SyntaxException("expected an item of FETCH, not " + name, column));
        };
    }

    private static FetchItem old(Kind kind, boolean peek, String name) {
        return new FetchItem.Body(new BodySection(List.of(), kind, List.of()), peek, Optional.empty(), name);
    }

    private FetchItem body(String name, boolean peek) throws SyntaxException {
        BodySection section = new SectionParser(arguments).section();
        Optional<OctetRange> range = range();
        return new FetchItem.Body(section, peek, range, name + '[' + SectionParser.name(section) + ']' + origin(range));
    }

    private FetchItem binary(boolean peek) throws SyntaxException {
        BodySection part = new SectionParser(arguments).part();
        Optional<OctetRange> range = range();
        return new FetchItem.Binary(part, peek, range, "BINARY[" + SectionParser.name(part) + ']' + origin(range));
    }

    private static String origin(Optional<OctetRange> range) {
        return range.map(octets -> "<" + octets.from() + ">").orElse("");
    }

    private Optional<OctetRange> range() throws SyntaxException {
        if (!in.skip('<')) {
            return Optional.empty();
        }
        long from = in.number("the first octet", Long.MAX_VALUE);
        in.expect('.');
        long length = in.positive("a number of octets");
        in.expect('>');
        return Optional.of(new OctetRange(from, length));
    }

    private FetchItem preview() {
        // A space may also be the one before the next item.
        return new FetchItem.Preview(in.skipText(" (LAZY)"));
    }
}
