package svc.proto.imap.reading;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.command.MailboxCommand.Resync;
import svc.proto.imap.command.MailboxCommand.Select;
import svc.proto.imap.command.MailboxCommand.SequenceMatch;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.grammar.SequenceSet;
import svc.proto.imap.grammar.SyntaxException;

/** Parses SELECT and EXAMINE with their parameters (RFC 7162). Not thread-safe. */
final class SelectParser {

    private final Input in;
    private final Arguments arguments;
    private boolean condstore;
    private @Nullable Resync resync;

    SelectParser(Arguments arguments) {
        this.in = arguments.in();
        this.arguments = arguments;
    }

    Select command(boolean readOnly) throws SyntaxException {
        String mailbox = arguments.nextMailbox();
        if (in.skip(' ')) {
            arguments.list(false, this::parameter);
        }
        return new Select(mailbox, readOnly, condstore, Optional.ofNullable(resync));
    }

    private void parameter() throws SyntaxException {
        if (in.skipWord("CONDSTORE")) {
            condstore = true;
        } else if (in.skipWord("QRESYNC")) {
            in.space();
            in.expect('(');
            resync = resync();
            in.expect(')');
        } else {
            throw in.expected("CONDSTORE or QRESYNC");
        }
    }

    private Resync resync() throws SyntaxException {
        long uidValidity = in.positive("a UIDVALIDITY");
        in.space();
        long modSeq = in.modSeq();
        Optional<NumberSet> known = Optional.empty();
        Optional<SequenceMatch> match = Optional.empty();
        if (in.skip(' ')) {
            if (in.peek() != '(') {
                known = Optional.of(SequenceSet.readKnown(in));
                if (in.skip(' ')) {
                    match = Optional.of(match());
                }
            } else {
                match = Optional.of(match());
            }
        }
        return new Resync(uidValidity, modSeq, known, match);
    }

    private SequenceMatch match() throws SyntaxException {
        in.expect('(');
        NumberSet numbers = SequenceSet.readKnown(in);
        in.space();
        NumberSet uids = SequenceSet.readKnown(in);
        if (numbers.count() != uids.count()) {
            throw in.expected("as many UIDs as message numbers");
        }
        in.expect(')');
        return new SequenceMatch(numbers, uids);
    }
}
