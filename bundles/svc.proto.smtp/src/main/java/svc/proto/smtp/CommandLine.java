package svc.proto.smtp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A command line (RFC 5321 §4.1.1).
 *
 * @param verb the command
 * @param argument the text after the command, without white space around it
 */
record CommandLine(Verb verb, String argument) {

    /** The maximum length of a line, with CRLF (RFC 5321 §4.5.3.1.4). */
    static final int LONGEST = 512;

    /** The maximum length of MAIL and RCPT, whose parameters can be long. */
    static final int LONGEST_WITH_PARAMETERS = 2_048;

    /** The maximum length of AUTH and of a response of the client (RFC 4954 §4). */
    static final int LONGEST_SIGN_IN = 12_288;

    /** The commands. */
    enum Verb {
        EHLO,
        HELO,
        LHLO,
        MAIL(LONGEST_WITH_PARAMETERS),
        RCPT(LONGEST_WITH_PARAMETERS),
        DATA,
        BDAT,
        RSET,
        NOOP,
        VRFY,
        EXPN,
        HELP,
        QUIT,
        STARTTLS,
        AUTH(LONGEST_SIGN_IN),
        ETRN,
        TURN,
        /** Any other text. */
        UNKNOWN;

        private static final Pattern ASCII = Pattern.compile("[A-Za-z]{4,8}");

        private final int longest;

        Verb() {
            this(LONGEST);
        }

        Verb(int longest) {
            this.longest = longest;
        }

        /** Returns the command with this name. Other letters that fold to ASCII letters are not accepted. */
        static Verb of(String name) {
            for (Verb verb : values()) {
                if (verb != UNKNOWN
                        && ASCII.matcher(name).matches()
                        && verb.name().equalsIgnoreCase(name)) {
                    return verb;
                }
            }
            return UNKNOWN;
        }

        /** Returns the name in metrics. */
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Parses a line with its line end. */
    static CommandLine parse(byte[] line) throws RefusedException {
        String text = text(line);
        int space = text.indexOf(' ');
        Verb verb = Verb.of(space < 0 ? text : text.substring(0, space));
        if (line.length > verb.longest) {
            throw Refusal.COMMAND_TOO_LONG.with(verb.longest);
        }
        return new CommandLine(verb, space < 0 ? "" : text.substring(space).strip());
    }

    /** Returns the text of a line without its CRLF. */
    static String text(byte[] line) throws RefusedException {
        int length = line.length - 2;
        if (length < 0 || line[length] != '\r' || line[length + 1] != '\n') {
            throw Refusal.INVALID_LINE.with();
        }
        for (int i = 0; i < length; i++) {
            if ((line[i] >= 0 && line[i] < ' ' && line[i] != '\t') || line[i] == 0x7f) {
                throw Refusal.INVALID_LINE.with();
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Refusal.INVALID_LINE.with();
        }
    }

    /** Refuses an argument of a command that has none. */
    void refuseArgument() throws RefusedException {
        if (!argument.isEmpty()) {
            throw Refusal.SYNTAX.with(verb);
        }
    }
}
