package svc.proto.imap.grammar;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * A position in the octets of a command, and the methods that read one lexical element each (RFC 9051 §9). The octets
 * contain literals as the client sends them: the length in braces, a line end, the octets. The last line end is left
 * out. Not thread-safe.
 */
public final class Input {

    private static final long MOST = 4_294_967_295L;

    private final byte[] octets;
    private final int end;
    private int at;

    /** Creates the input for the first {@code length} octets of an array, which must not change. */
    public Input(byte[] octets, int length) {
        this.octets = octets;
        this.end = length;
    }

    /** Returns the position, from 1. */
    public int column() {
        return at + 1;
    }

    /** Returns whether the command ends here. */
    public boolean atEnd() {
        return at == end;
    }

    /** Returns the next octet; -1 at the end. */
    public int peek() {
        return at < end ? octets[at] & 0xff : -1;
    }

    /** Returns an exception for the current position. */
    public SyntaxException expected(String what) {
        return new SyntaxException("expected " + what, column());
    }

    /** Skips an octet if it is the next one. */
    public boolean skip(char c) {
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    /** Returns whether a text is next, ignoring case. */
    public boolean isNext(String text) {
        int from = at;
        boolean found = skipText(text);
        at = from;
        return found;
    }

    /** Reads an octet that must be the next one. */
    public void expect(char c) throws SyntaxException {
        if (!skip(c)) {
            throw expected(c == ' ' ? "a space" : "\"" + c + '"');
        }
    }

    /** Reads a space. */
    public void space() throws SyntaxException {
        expect(' ');
    }

    /** Reads the end of the command. Spaces before it are ignored, because some clients send them. */
    public void end() throws SyntaxException {
        while (skip(' ')) {}
        if (!atEnd()) {
            throw expected("the end of the command");
        }
    }

    /** Skips a word if it is next, ignoring case, and not followed by a further letter, digit or hyphen. */
    public boolean skipWord(String word) {
        int to = at + word.length();
        return (to >= end || !isWordPart(octets[to])) && skipText(word);
    }

    /** Skips a text if it is next, ignoring case. */
    public boolean skipText(String word) {
        int to = at + word.length();
        if (to > end) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (lower(octets[at + i]) != lower((byte) word.charAt(i))) {
                return false;
            }
        }
        at = to;
        return true;
    }

    private static boolean isWordPart(byte c) {
        return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '-' || c == '.' || c == '=';
    }

    private static int lower(byte c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }

    private String run(IntPredicate accepted, String what) throws SyntaxException {
        int from = at;
        while (at < end && accepted.test(octets[at])) {
            at++;
        }
        if (at == from) {
            throw expected(what);
        }
        return new String(octets, from, at - from, StandardCharsets.US_ASCII);
    }

    /** Reads an atom. */
    public String atom(String what) throws SyntaxException {
        return run(Chars::isAtom, what);
    }

    /** Reads a tag. */
    public String tag() throws SyntaxException {
        return run(Chars::isTag, "a tag");
    }

    /** Reads letters, digits, hyphens, dots and equals signs. Returns them in upper case. */
    public String word(String what) throws SyntaxException {
        return run(c -> isWordPart((byte) c), what).toUpperCase(Locale.ROOT);
    }

    /** Reads an atom or a string. */
    public byte[] astring(String what) throws SyntaxException {
        return isString() ? string(what) : run(Chars::isAstring, what).getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads an atom or a string as text. */
    public String text(String what) throws SyntaxException {
        int from = column();
        return utf8(astring(what), what, from);
    }

    /** Reads a mailbox pattern: an atom that may contain wildcards, or a string. */
    public byte[] pattern(String what) throws SyntaxException {
        return isString() ? string(what) : run(Chars::isPattern, what).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns whether a string begins here: a quoted string or a literal. */
    public boolean isString() {
        int c = peek();
        return c == '"' || c == '{' || (c == '~' && at + 1 < end && octets[at + 1] == '{');
    }

    /** Reads a quoted string or a literal. */
    public byte[] string(String what) throws SyntaxException {
        return switch (peek()) {
            case '"' -> quoted();
            case '{', '~' -> literal(what);
            default -> throw expected(what);
        };
    }

    private byte[] quoted() throws SyntaxException {
        int from = ++at;
        int escapes = 0;
        while (at < end && octets[at] != '"') {
            if (octets[at] == '\\') {
                at++;
                escapes++;
                if (at == end || (octets[at] != '"' && octets[at] != '\\')) {
                    throw expected("a quotation mark or a backslash after the backslash");
                }
            } else if (octets[at] == '\r' || octets[at] == '\n' || octets[at] == 0) {
                throw expected("a character of a quoted string");
            }
            at++;
        }
        if (at == end) {
            throw expected("the quotation mark that ends the string");
        }
        byte[] text = new byte[at - from - escapes];
        for (int i = from, to = 0; i < at; i++) {
            i += octets[i] == '\\' ? 1 : 0;
            text[to++] = octets[i];
        }
        at++;
        return text;
    }

    private byte[] literal(String what) throws SyntaxException {
        LiteralHeader header = LiteralHeader.in(octets, at, end);
        if (header == null || end - header.end() < header.size()) {
            throw expected(what);
        }
        byte[] text = new byte[(int) header.size()];
        System.arraycopy(octets, header.end(), text, 0, text.length);
        at = header.end() + text.length;
        return text;
    }

    /** Returns whether the octets of a literal that begins here follow the end of the input. */
    public boolean awaitsLiteral() {
        LiteralHeader header = LiteralHeader.in(octets, at, end);
        return header != null && header.end() == end;
    }

    /** Reads the header of a literal whose octets are not part of the input, because they follow its end. */
    public LiteralHeader awaitedLiteral(String what) throws SyntaxException {
        LiteralHeader header = LiteralHeader.in(octets, at, end);
        if (header == null || header.end() != end) {
            throw expected(what);
        }
        at = end;
        return header;
    }

    /** Decodes UTF-8. NUL, which no text may contain, is rejected. */
    public static String utf8(byte[] text, String what, int column) throws SyntaxException {
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
            checkText(decoded, what, column);
            return decoded;
        } catch (CharacterCodingException e) {
            throw new SyntaxException("expected " + what + " in UTF-8", column);
        }
    }

    /** Rejects a text that contains NUL. */
    public static void checkText(String text, String what, int column) throws SyntaxException {
        if (text.indexOf('\0') >= 0) {
            throw new SyntaxException("expected " + what + " without NUL", column);
        }
    }

    /** Returns whether a digit is next. */
    public boolean isDigit() {
        return peek() >= '0' && peek() <= '9';
    }

    /** Reads a number from 0 to the given maximum. */
    public long number(String what, long most) throws SyntaxException {
        int from = at;
        long value = 0;
        while (isDigit()) {
            int digit = octets[at] - '0';
            if (value > (most - digit) / 10) {
                at = from;
                throw expected(what + " of at most " + most);
            }
            value = value * 10 + digit;
            at++;
        }
        if (at == from) {
            throw expected(what);
        }
        return value;
    }

    /** Reads a number of at most 32 bits. */
    public long number(String what) throws SyntaxException {
        return number(what, MOST);
    }

    /** Reads a number of at most 32 bits that is not 0. */
    public long positive(String what) throws SyntaxException {
        int from = at;
        long value = number(what);
        if (value == 0) {
            at = from;
            throw expected(what + " above 0");
        }
        return value;
    }

    /** Reads a mod-sequence value, a number of at most 63 bits (RFC 7162 §7). */
    public long modSeq() throws SyntaxException {
        return number("a mod-sequence value", Long.MAX_VALUE);
    }
}
