package svc.proto.imap.reading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import svc.proto.imap.command.Command;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.command.SessionCommand;
import svc.proto.imap.grammar.Input;
import svc.proto.imap.grammar.SequenceSet;
import svc.proto.imap.grammar.SyntaxException;

/** Parses a complete command (RFC 9051 §9). */
final class CommandParser {

    private static final String NAME = "a command";

    private final Input in;
    private final Arguments arguments;

    private CommandParser(Input in, boolean utf8) {
        this.in = in;
        this.arguments = new Arguments(in, utf8);
    }

    /** Returns the tag at the beginning of a command; empty if there is none. */
    static Optional<String> tag(Input in) {
        try {
            return Optional.of(in.tag());
        } catch (SyntaxException e) {
            return Optional.empty();
        }
    }

    static Step parse(Input in, boolean utf8) throws SyntaxException {
        String tag = in.tag();
        in.space();
        int column = in.column();
        String name = in.word(NAME);
        boolean uid = name.equals("UID");
        if (uid) {
            in.space();
            name = in.word(NAME);
        }
        CommandParser parser = new CommandParser(in, utf8);
        Command command = uid ? parser.uid(name, column) : parser.command(name, column);
        in.end();
        return new Step.Complete(tag, uid ? "UID " + name : name, command);
    }

    private static SyntaxException unknown(String name, int column) {
        return new SyntaxException("unknown command " + name, column);
    }

    private Command uid(String name, int column) throws SyntaxException {
        return switch (name) {
            case "COPY", "FETCH", "MOVE", "SEARCH", "SORT", "STORE", "THREAD" ->
                new MessageParser(arguments, true).command(name);
            case "EXPUNGE" -> {
                in.space();
                yield new MessageCommand.Expunge(Optional.of(SequenceSet.read(in)));
            }
            default -> throw unknown("UID " + name, column);
        };
    }

    private Command command(String name, int column) throws SyntaxException {
        return switch (name) {
            case "CAPABILITY" -> new SessionCommand.Capability();
            case "NOOP" -> new SessionCommand.Noop();
            case "LOGOUT" -> new SessionCommand.Logout();
            case "STARTTLS" -> new SessionCommand.StartTls();
            case "UNAUTHENTICATE" -> new SessionCommand.Unauthenticate();
            case "IDLE" -> new SessionCommand.Idle();
            case "ID" -> id();
            case "AUTHENTICATE" -> authenticate();
            case "LOGIN" ->
                new SessionCommand.Login(arguments.nextText("a user name"), arguments.nextText("a password"));
            case "ENABLE" -> new SessionCommand.Enable(words("a capability"));
            case "COMPRESS" -> new SessionCommand.Compress(nextWord("a compression mechanism"));
            case "CHECK" -> new MessageCommand.Check();
            case "CLOSE" -> new MessageCommand.Close();
            case "UNSELECT" -> new MessageCommand.Unselect();
            case "EXPUNGE" -> new MessageCommand.Expunge(Optional.empty());
            case "COPY", "FETCH", "MOVE", "SEARCH", "SORT", "STORE", "THREAD" ->
                new MessageParser(arguments, false).command(name);
            case "GETQUOTA", "GETQUOTAROOT", "SETQUOTA" -> new AccountParser(arguments).quota(name);
            case "SETACL", "DELETEACL", "GETACL", "LISTRIGHTS", "MYRIGHTS" -> new AccountParser(arguments).rights(name);
            case "GETMETADATA", "SETMETADATA" -> new AccountParser(arguments).metadata(name);
            case "NOTIFY" -> new NotifyParser(arguments).command();
            case "APPEND", "REPLACE" -> throw in.expected("arguments with the literal of a message");
            case "LIST", "LSUB" -> new ListParser(arguments).command(name);
            default -> mailbox(name, column);
        };
    }

    private Command mailbox(String name, int column) throws SyntaxException {
        return switch (name) {
            case "SELECT", "EXAMINE" -> new SelectParser(arguments).command(name.equals("EXAMINE"));
            case "CREATE" -> create();
            case "DELETE" -> new MailboxCommand.Delete(arguments.nextMailbox());
            case "RENAME" -> new MailboxCommand.Rename(arguments.nextMailbox(), arguments.nextMailbox());
            case "SUBSCRIBE" -> new MailboxCommand.Subscribe(arguments.nextMailbox());
            case "UNSUBSCRIBE" -> new MailboxCommand.Unsubscribe(arguments.nextMailbox());
            case "NAMESPACE" -> new MailboxCommand.Namespace();
            case "STATUS" -> {
                String mailbox = arguments.nextMailbox();
                in.space();
                yield new MailboxCommand.Status(mailbox, ListParser.statusItems(arguments));
            }
            default -> throw unknown(name, column);
        };
    }

    private String nextWord(String what) throws SyntaxException {
        in.space();
        return in.atom(what).toUpperCase(Locale.ROOT);
    }

    private List<String> words(String what) throws SyntaxException {
        List<String> words = new ArrayList<>();
        do {
            words.add(nextWord(what));
        } while (in.peek() == ' ');
        return words;
    }

    private Command id() throws SyntaxException {
        in.space();
        Map<String, String> fields = new LinkedHashMap<>();
        if (in.skipWord("NIL")) {
            return new SessionCommand.Id(fields);
        }
        int[] count = {0};
        arguments.list(true, () -> {
            if (++count[0] > SessionCommand.Id.MOST_FIELDS) {
                throw in.expected("at most " + SessionCommand.Id.MOST_FIELDS + " fields");
            }
            int column = in.column();
            String field = Input.utf8(in.string("the name of a field in quotes"), "a field", column);
            in.space();
            if (!in.skipWord("NIL")) {
                int value = in.column();
                fields.put(
                        field.toLowerCase(Locale.ROOT),
                        Input.utf8(in.string("a value in quotes, or NIL"), "a value", value));
            }
        });
        return new SessionCommand.Id(fields);
    }

    private Command authenticate() throws SyntaxException {
        String mechanism = nextWord("a mechanism");
        Optional<String> initial = in.skip(' ') ? Optional.of(in.atom("a response in base64, or =")) : Optional.empty();
        return new SessionCommand.Authenticate(mechanism, initial);
    }

    private Command create() throws SyntaxException {
        String mailbox = arguments.nextMailbox();
        List<String> uses = new ArrayList<>();
        if (in.skip(' ')) {
            arguments.list(false, () -> {
                if (!in.skipWord("USE")) {
                    throw in.expected("USE");
                }
                in.space();
                arguments.list(true, () -> {
                    in.expect('\\');
                    uses.add("\\" + in.atom("a special use"));
                });
            });
        }
        return new MailboxCommand.Create(mailbox, uses);
    }
}
