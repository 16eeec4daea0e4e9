package svc.proto.imap.reading;

import svc.proto.imap.command.PartialRange;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SyntaxException;

/** Parses ranges of results (RFC 9394 §4). */
final class PartialRanges {

    private PartialRanges() {}

    static PartialRange read(Input in) throws SyntaxException {
        boolean fromEnd = in.skip('-');
        long first = in.positive("a position");
        in.expect(':');
        if (fromEnd) {
            in.expect('-');
        }
        long last = in.positive("a position");
        return new PartialRange(Math.min(first, last), Math.max(first, last), fromEnd);
    }
}
