package svc.proto.imap.reading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import svc.proto.imap.command.AccountCommand;
import svc.proto.imap.command.AccountCommand.Depth;
import svc.proto.imap.command.AccountCommand.MetadataValue;
import svc.proto.imap.command.AccountCommand.RightsChange;
import svc.proto.imap.command.Command;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SyntaxException;

/** Parses the commands about quotas (RFC 9208), rights (RFC 4314) and annotations (RFC 5464). Not thread-safe. */
final class AccountParser {

    /** The maximum number of entries or resources in one command. */
    static final int MOST_ENTRIES = 1_000;

    private static final String IDENTIFIER = "an identifier";

    private final Input in;
    private final Arguments arguments;
    private OptionalLong maxSize = OptionalLong.empty();
    private Depth depth = Depth.ZERO;

    AccountParser(Arguments arguments) {
        this.in = arguments.in();
        this.arguments = arguments;
    }

    Command quota(String name) throws SyntaxException {
        return switch (name) {
            case "GETQUOTA" -> new AccountCommand.GetQuota(arguments.nextText("a quota root"));
            case "GETQUOTAROOT" -> new AccountCommand.GetQuotaRoot(arguments.nextMailbox());
            default -> {
                String root = arguments.nextText("a quota root");
                in.space();
                Map<String, Long> limits = new LinkedHashMap<>();
                arguments.list(true, () -> {
                    String resource = in.atom("a resource").toUpperCase(Locale.ROOT);
                    in.space();
                    limits.put(resource, in.number("a limit", Long.MAX_VALUE));
                    checkCount(limits.size());
                });
                yield new AccountCommand.SetQuota(root, limits);
            }
        };
    }

    private void checkCount(int count) throws SyntaxException {
        if (count > MOST_ENTRIES) {
            throw in.expected("at most " + MOST_ENTRIES + " entries");
        }
    }

    Command rights(String name) throws SyntaxException {
        String mailbox = arguments.nextMailbox();
        return switch (name) {
            case "GETACL" -> new AccountCommand.GetAcl(mailbox);
            case "MYRIGHTS" -> new AccountCommand.MyRights(mailbox);
            case "DELETEACL" -> new AccountCommand.DeleteAcl(mailbox, arguments.nextText(IDENTIFIER));
            case "LISTRIGHTS" -> new AccountCommand.ListRights(mailbox, arguments.nextText(IDENTIFIER));
            default -> setAcl(mailbox, arguments.nextText(IDENTIFIER));
        };
    }

    private Command setAcl(String mailbox, String identifier) throws SyntaxException {
        in.space();
        int column = in.column();
        String text = in.text("rights");
        RightsChange change = text.startsWith("+")
                ? RightsChange.ADD
                : text.startsWith("-") ? RightsChange.REMOVE : RightsChange.REPLACE;
        String rights = change == RightsChange.REPLACE ? text : text.substring(1);
        if (!rights.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) {
            throw new SyntaxException("expected rights as small letters and digits", column);
        }
        return new AccountCommand.SetAcl(mailbox, identifier, change, rights);
    }

    Command metadata(String name) throws SyntaxException {
        return name.equals("GETMETADATA") ? getMetadata() : setMetadata();
    }

    private Command getMetadata() throws SyntaxException {
        in.space();
        if (in.peek() == '(') {
            options();
            in.space();
        }
        String mailbox = arguments.mailbox();
        in.space();
        // The examples of RFC 5464 §4.2 have the options behind the mailbox.
        if (in.isNext("(MAXSIZE ") || in.isNext("(DEPTH ")) {
            options();
            in.space();
        }
        List<String> entries = new ArrayList<>();
        // The examples of RFC 5464 §4.4.1 have several entries without parentheses.
        do {
            arguments.oneOrList(() -> {
                entries.add(entry());
                checkCount(entries.size());
            });
        } while (in.skip(' '));
        return new AccountCommand.GetMetadata(mailbox, entries, maxSize, depth);
    }

    private void options() throws SyntaxException {
        arguments.list(false, () -> {
            if (in.skipWord("MAXSIZE")) {
                in.space();
                maxSize = OptionalLong.of(in.number("a size"));
            } else if (in.skipWord("DEPTH")) {
                in.space();
                depth = in.skip('0') ? Depth.ZERO : in.skip('1') ? Depth.ONE : infinity();
            } else {
                throw in.expected("MAXSIZE or DEPTH");
            }
        });
    }

    private Depth infinity() throws SyntaxException {
        if (!in.skipWord("INFINITY")) {
            throw in.expected("0, 1 or INFINITY");
        }
        return Depth.INFINITY;
    }

    private Command setMetadata() throws SyntaxException {
        String mailbox = arguments.nextMailbox();
        in.space();
        List<MetadataValue> values = new ArrayList<>();
        arguments.list(false, () -> {
            String entry = entry();
            in.space();
            values.add(new MetadataValue(entry, in.skipWord("NIL") ? null : in.string("a value, or NIL")));
            checkCount(values.size());
        });
        return new AccountCommand.SetMetadata(mailbox, values);
    }

    /** Reads the name of an entry (RFC 5464 §3.2). */
    private String entry() throws SyntaxException {
        int column = in.column();
        String entry = in.text("the name of an entry").toLowerCase(Locale.ROOT);
        boolean valid = entry.startsWith("/")
                && !entry.endsWith("/")
                && !entry.contains("//")
                && entry.chars().allMatch(c -> c > 0x19 && c < 0x7f && c != '*' && c != '%');
        if (!valid) {
            throw new SyntaxException("expected the name of an entry, such as /private/comment", column);
        }
        return entry;
    }
}
