package svc.proto.smtp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import svc.api.net.connection.Session.Close;
import svc.api.net.connection.Session.Next;
import svc.api.net.connection.Session.StartTls;
import svc.proto.smtp.CommandLine.Verb;

/** Executes the commands of a client. */
final class CommandStage implements Dialogue.Stage {

    /** The commands before TLS and sign-in on a listener for submission. */
    private static final Set<Verb> WITHOUT_TLS = EnumSet.of(
            Verb.EHLO, Verb.HELO, Verb.NOOP, Verb.RSET, Verb.QUIT, Verb.HELP, Verb.STARTTLS, Verb.AUTH, Verb.UNKNOWN);

    /** The commands that change the state in such a way that the client must wait for the reply (RFC 2920 §3.1). */
    private static final Set<Verb> LAST_IN_GROUP = EnumSet.of(Verb.EHLO, Verb.HELO, Verb.LHLO, Verb.DATA, Verb.AUTH);

    /** A domain or an address literal; other servers do not always keep to the characters of domains. */
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl} <>()\",;\\\\@]{1,255}");

    private final Dialogue dialogue;
    private final MailCommands mail;
    private int signInFailures;

    CommandStage(Dialogue dialogue) {
        this.dialogue = dialogue;
        this.mail = new MailCommands(dialogue);
    }

    @Override
    public Next input() throws IOException, RefusedException {
        dialogue.checkSignIn();
        byte[] line = dialogue.connection().readLine(dialogue.longestCommand());
        Verb verb = Verb.UNKNOWN;
        try {
            CommandLine command = CommandLine.parse(line);
            verb = command.verb();
            check(verb);
            Next next = execute(command);
            dialogue.front().metrics().command(dialogue.front().role(), verb, 250);
            return next;
        } catch (RefusedException e) {
            dialogue.front()
                    .metrics()
                    .command(dialogue.front().role(), verb, e.refusal().code());
            throw e;
        }
    }

    private void check(Verb verb) throws IOException, RefusedException {
        boolean submission = dialogue.front().role() == Role.SUBMISSION;
        if (submission && dialogue.caller().isEmpty() && !WITHOUT_TLS.contains(verb)) {
            throw dialogue.connection().tls().isPresent()
                    ? Refusal.SIGN_IN_REQUIRED.with()
                    : Refusal.TLS_REQUIRED.with();
        }
        if (LAST_IN_GROUP.contains(verb) && dialogue.connection().in().available() > 0) {
            throw Refusal.NOT_LAST_IN_GROUP.with(verb);
        }
    }

    private Next execute(CommandLine command) throws IOException, RefusedException {
        return switch (command.verb()) {
            case EHLO, HELO, LHLO -> greet(command);
            case MAIL -> mail.begin(command);
            case RCPT -> mail.addRecipient(command);
            case DATA -> mail.data(command);
            case BDAT -> mail.chunk(command);
            case RSET -> reset(command);
            case NOOP -> reply(250, "2.0.0", "OK");
            case VRFY -> verify(command);
            case HELP -> reply(214, "2.0.0", "See RFC 5321.");
            case QUIT -> quit(command);
            case STARTTLS -> startTls(command);
            case AUTH -> signIn(command);
            case EXPN, ETRN, TURN -> throw Refusal.NOT_IMPLEMENTED.with();
            case UNKNOWN -> throw Refusal.UNKNOWN_COMMAND.with();
        };
    }

    private Next reply(int code, String enhancedCode, String text) throws IOException {
        dialogue.reply(code, enhancedCode, text);
        return dialogue.awaitCommand();
    }

    private Next greet(CommandLine command) throws IOException, RefusedException {
        boolean lmtp = dialogue.front().role() == Role.LMTP;
        if (lmtp != (command.verb() == Verb.LHLO)) {
            throw Refusal.UNKNOWN_COMMAND.with();
        }
        if (!NAME.matcher(command.argument()).matches()) {
            throw Refusal.SYNTAX.with(command.verb() + " name");
        }
        boolean extended = command.verb() != Verb.HELO;
        dialogue.restart(command.argument(), extended);
        List<String> lines = new ArrayList<>(List.of(dialogue.front().hostname()));
        if (extended) {
            lines.addAll(extensions());
        }
        dialogue.replyLines(250, lines);
        return dialogue.awaitCommand();
    }

    private List<String> extensions() {
        Front front = dialogue.front();
        boolean tls = dialogue.connection().tls().isPresent();
        List<String> lines = new ArrayList<>(List.of(
                "PIPELINING",
                "SIZE " + front.settings().maxSize(),
                "8BITMIME",
                "SMTPUTF8",
                "CHUNKING",
                "ENHANCEDSTATUSCODES",
                "LIMITS MAILMAX=" + SmtpSettings.MOST_MESSAGES + " RCPTMAX="
                        + front.settings().maxRecipients()));
        if (dialogue.connection().canStartTls()) {
            lines.add("STARTTLS");
        }
        if (tls) {
            lines.add("REQUIRETLS");
        }
        if (front.role() == Role.SUBMISSION) {
            lines.add("DSN");
            lines.add("FUTURERELEASE " + MailParameters.LONGEST_HOLD.toSeconds() + " "
                    + MailParameters.latest(front.clock().now()));
        }
        if (tls && front.signIns().isPresent() && dialogue.caller().isEmpty()) {
            lines.add("AUTH PLAIN LOGIN OAUTHBEARER");
        }
        lines.add("HELP");
        return lines;
    }

    private Next reset(CommandLine command) throws IOException, RefusedException {
        command.refuseArgument();
        dialogue.reset();
        return reply(250, "2.0.0", "OK");
    }

    /** Neither confirms nor denies an address (RFC 5321 §7.3). */
    private Next verify(CommandLine command) throws IOException, RefusedException {
        if (command.argument().isEmpty()) {
            throw Refusal.SYNTAX.with("VRFY address");
        }
        return reply(252, "2.0.0", "The server does not verify addresses; it accepts mail and tries to deliver it.");
    }

    private Next quit(CommandLine command) throws RefusedException {
        command.refuseArgument();
        return new Close("221 2.0.0 " + dialogue.front().hostname() + " closes the connection\r\n");
    }

    private Next startTls(CommandLine command) throws IOException, RefusedException {
        command.refuseArgument();
        if (dialogue.connection().tls().isPresent()) {
            throw Refusal.BAD_SEQUENCE.with("TLS has begun already.");
        }
        if (!dialogue.connection().canStartTls()) {
            throw Refusal.TLS_UNAVAILABLE.with();
        }
        if (dialogue.connection().in().available() > 0) {
            throw Refusal.COMMANDS_AFTER_STARTTLS.with();
        }
        dialogue.restart("", false);
        return new StartTls(
                "220 2.0.0 Begin TLS\r\n",
                Dialogue.line(Refusal.COMMANDS_AFTER_STARTTLS.reply()),
                dialogue.awaitCommand());
    }

    private Next signIn(CommandLine command) throws IOException, RefusedException {
        if (dialogue.front().signIns().isEmpty()) {
            throw Refusal.NOT_IMPLEMENTED.with();
        }
        if (dialogue.connection().tls().isEmpty()) {
            throw Refusal.ENCRYPTION_REQUIRED.with();
        }
        if (dialogue.caller().isPresent() || dialogue.transaction().isPresent() || !dialogue.greeted()) {
            throw Refusal.BAD_SEQUENCE.with("AUTH is permitted once, after EHLO.");
        }
        return new SignInStage(dialogue, this::failedSignIn).begin(command.argument());
    }

    /** Counts a failed sign-in of this connection. Returns whether there were too many. */
    private boolean failedSignIn() {
        return ++signInFailures >= SignInStage.MOST_FAILURES;
    }
}
