package svc.proto.imap.response;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.grammar.Chars;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.name.MailboxName;

/**
 * Writes the elements of responses (RFC 9051 §9) to the output of a connection. A string is quoted where it may be, and a
 * literal otherwise. {@link #flush} sends what was written; after it the writer holds no buffer. Not thread-safe.
 */
public final class ResponseWriter {

    private static final int BUFFER = 8_192;
    private static final int LONGEST_QUOTED = 1_024;
    private static final byte[] NOTHING = {};

    private final OutputStream out;
    private byte[] buffer = NOTHING;
    private int size;
    private boolean utf8;

    /** Creates a writer. */
    public ResponseWriter(OutputStream out) {
        this.out = out;
    }

    /** Sets whether strings may have UTF-8 in quotes and mailbox names are in UTF-8: IMAP4rev2 or UTF8=ACCEPT is enabled. */
    public void utf8(boolean enabled) {
        utf8 = enabled;
    }

    private void put(int octet) throws IOException {
        if (size == buffer.length) {
            makeRoom();
        }
        buffer[size++] = (byte) octet;
    }

    private void makeRoom() throws IOException {
        out.write(buffer, 0, size);
        size = 0;
        if (buffer.length == 0) {
            buffer = new byte[BUFFER];
        }
    }

    /** Writes ASCII text as it is. */
    public ResponseWriter raw(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            put(text.charAt(i));
        }
        return this;
    }

    /** Writes octets as they are, such as an ENVELOPE that was encoded before. */
    public ResponseWriter raw(byte[] octets) throws IOException {
        raw(octets, 0, octets.length);
        return this;
    }

    private void raw(byte[] octets, int from, int length) throws IOException {
        if (length >= BUFFER) {
            out.write(buffer, 0, size);
            size = 0;
            out.write(octets, from, length);
            return;
        }
        if (buffer.length - size < length) {
            makeRoom();
        }
        System.arraycopy(octets, from, buffer, size, length);
        size += length;
    }

    /** Writes a number. */
    public ResponseWriter number(long number) throws IOException {
        if (number < 10 && number >= 0) {
            put('0' + (int) number);
            return this;
        }
        return raw(Long.toString(number));
    }

    /** Writes numbers as ranges. */
    public ResponseWriter numbers(NumberSet numbers) throws IOException {
        for (int i = 0; i < numbers.ranges(); i++) {
            if (i > 0) {
                put(',');
            }
            number(numbers.first(i));
            if (numbers.last(i) > numbers.first(i)) {
                put(':');
                number(numbers.last(i));
            }
        }
        return this;
    }

    /** Writes a list of atoms in parentheses, such as flags. */
    public ResponseWriter list(Collection<String> atoms) throws IOException {
        char before = '(';
        for (String atom : atoms) {
            put(before);
            raw(atom);
            before = ' ';
        }
        if (atoms.isEmpty()) {
            put('(');
        }
        put(')');
        return this;
    }

    /** Writes a string, or NIL for null. */
    public ResponseWriter string(@Nullable String text) throws IOException {
        return text == null ? raw("NIL") : string(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a string. NUL, which no string may contain, is left out. */
    public ResponseWriter string(byte[] octets) throws IOException {
        byte[] text = Octets.withoutNul(octets);
        if (text.length <= LONGEST_QUOTED && Octets.isQuotable(text, utf8)) {
            put('"');
            for (byte octet : text) {
                if (octet == '"' || octet == '\\') {
                    put('\\');
                }
                put(octet);
            }
            put('"');
            return this;
        }
        literal(text.length);
        return raw(text);
    }

    /** Writes an atom where the text is one, otherwise a string. */
    public ResponseWriter astring(String text) throws IOException {
        return astring(text.getBytes(StandardCharsets.UTF_8));
    }

    private ResponseWriter astring(byte[] octets) throws IOException {
        boolean atom = octets.length > 0 && !isNil(octets);
        for (int i = 0; atom && i < octets.length; i++) {
            atom = Chars.isAstring(octets[i]);
        }
        return atom ? raw(octets) : string(octets);
    }

    /** Returns whether octets are NIL, which some clients take for no value also where it is an atom. */
    private static boolean isNil(byte[] octets) {
        return octets.length == 3 && new String(octets, StandardCharsets.US_ASCII).equalsIgnoreCase("NIL");
    }

    /** Writes a mailbox name. */
    public ResponseWriter mailbox(String name) throws IOException {
        return astring(MailboxName.encode(name, utf8));
    }

    /**
     * Begins a literal.
     *
     * @param octets the number of octets, which must be written to {@link #content} next
     */
    public ResponseWriter literal(long octets) throws IOException {
        return raw("{").number(octets).raw("}\r\n");
    }

    /** Begins a literal8, whose octets may contain NUL (RFC 3516). */
    public ResponseWriter binaryLiteral(long octets) throws IOException {
        put('~');
        return literal(octets);
    }

    /** Returns the stream for the octets of a literal. */
    public OutputStream content() {
        return new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                put(octet);
            }

            @Override
            public void write(byte[] octets, int from, int length) throws IOException {
                raw(octets, from, length);
            }
        };
    }

    /** Ends a response. */
    public void end() throws IOException {
        put('\r');
        put('\n');
    }

    /** Sends what was written. */
    public void flush() throws IOException {
        out.write(buffer, 0, size);
        size = 0;
        buffer = NOTHING;
    }

    /** Writes the answer to a command. */
    public void tagged(String tag, Status status, @Nullable ResponseCode code, String text) throws IOException {
        raw(tag).raw(" ");
        status(status, code, text);
    }

    /** Writes a status response without a tag. */
    public void untagged(Status status, @Nullable ResponseCode code, String text) throws IOException {
        raw("* ");
        status(status, code, text);
    }

    private void status(Status status, @Nullable ResponseCode code, String text) throws IOException {
        raw(status.name()).raw(" ");
        if (code != null) {
            raw("[").raw(code.text()).raw("] ");
        }
        raw(Octets.line(text));
        end();
    }

    /** Writes a continuation request. */
    public void continuation(String text) throws IOException {
        raw("+ ").raw(Octets.line(text));
        end();
    }

    /** The result of a command, or the kind of an untagged status response. */
    public enum Status {
        /** Success, or information. */
        OK,
        /** Failure, or a warning. */
        NO,
        /** A protocol error. */
        BAD,
        /** The connection is authenticated already. */
        PREAUTH,
        /** The server closes the connection. */
        BYE
    }
}
