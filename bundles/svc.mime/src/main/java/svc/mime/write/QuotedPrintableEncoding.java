package svc.mime.write;

import java.io.IOException;
import java.io.OutputStream;

/** Encodes quoted-printable (RFC 2045 §6.7). The input has CRLF line breaks; other CR and LF bytes are encoded. */
final class QuotedPrintableEncoding extends OutputStream {

    private static final int LINE = 76;
    private static final String DIGITS = "0123456789ABCDEF";
    private static final int NONE = -1;

    private final OutputStream out;
    private int column;
    /** White space or a CR that has not been written yet, because its encoding depends on the next byte. */
    private int held = NONE;

    QuotedPrintableEncoding(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int octet) throws IOException {
        int value = octet & 0xff;
        if (held == '\r' && value == '\n') {
            held = NONE;
            out.write('\r');
            out.write('\n');
            column = 0;
            return;
        }
        release(value == '\r');
        if (value == ' ' || value == '\t' || value == '\r') {
            held = value;
        } else {
            put(value, value <= ' ' || value >= 0x7f || value == '=' || (value == '.' && column == 0));
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int i = from; i < from + length; i++) {
            write(bytes[i]);
        }
    }

    /** Writes the held byte. White space is encoded if a line break may follow. */
    private void release(boolean lineMayEnd) throws IOException {
        if (held != NONE) {
            put(held, held == '\r' || lineMayEnd);
            held = NONE;
        }
    }

    private void put(int value, boolean encoded) throws IOException {
        int width = encoded ? 3 : 1;
        if (column + width > LINE - 1) {
            out.write('=');
            out.write('\r');
            out.write('\n');
            column = 0;
        }
        if (encoded) {
            out.write('=');
            out.write(DIGITS.charAt(value >> 4));
            out.write(DIGITS.charAt(value & 15));
        } else {
            out.write(value);
        }
        column += width;
    }

    @Override
    public void close() throws IOException {
        release(true);
    }
}
