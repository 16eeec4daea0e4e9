package svc.mime;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Decodes uuencoded bodies: the lines between {@code begin 644 name} and {@code end}. */
final class UuDecoding extends Decoding {

    /** The maximum number of bytes that are kept of a line; an encoded line has at most 61 characters. */
    private static final int LINE = 256;

    private final byte[] line = new byte[LINE];
    private int length;
    private boolean begun;
    private boolean ended;

    UuDecoding(OutputStream out, byte[] buffer) {
        super(out, buffer);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        for (int at = from; at < from + count && !ended; at++) {
            byte octet = bytes[at];
            if (octet == '\n') {
                line();
                length = 0;
            } else if (octet != '\r' && length < LINE) {
                line[length++] = octet;
            }
        }
    }

    private void line() throws IOException {
        if (!begun) {
            begun = length >= 10 && new String(line, 0, 10, StandardCharsets.ISO_8859_1).matches("begin [0-7]{3,4}.?");
        } else if (length == 3 && line[0] == 'e' && line[1] == 'n' && line[2] == 'd') {
            ended = true;
        } else if (length > 0) {
            data();
        }
    }

    private void data() throws IOException {
        int left = value(0);
        for (int at = 1; left > 0 && at < length; at += 4) {
            int bits = value(at) << 18 | value(at + 1) << 12 | value(at + 2) << 6 | value(at + 3);
            for (int shift = 16; shift >= 0 && left > 0; shift -= 8) {
                emit(bits >> shift);
                left--;
            }
        }
    }

    /** Returns the six bits of a character; 0 if trailing spaces of the line are missing. */
    private int value(int at) {
        return at < length ? (line[at] - ' ') & 0x3f : 0;
    }

    @Override
    void end() throws IOException {
        if (!ended) {
            line();
            ended = true;
        }
    }
}
