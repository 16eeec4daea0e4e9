package svc.mime;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Decodes base64 (RFC 2045 §6.8). Characters outside the alphabet are ignored. Decoding ends at the padding, so that a
 * footer added by a mailing list does not become data. Missing padding is accepted.
 */
final class Base64Decoding extends Decoding {

    private static final byte NONE = -1;
    private static final byte PAD = -2;
    static final byte[] VALUES = values();

    private int bits;
    private int sextets;
    private boolean ended;

    Base64Decoding(OutputStream out, byte[] buffer) {
        super(out, buffer);
    }

    private static byte[] values() {
        byte[] values = new byte[256];
        java.util.Arrays.fill(values, NONE);
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (int i = 0; i < alphabet.length(); i++) {
            values[alphabet.charAt(i)] = (byte) i;
        }
        values['='] = PAD;
        return values;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int end = from + length;
        for (int at = from; at < end && !ended; at++) {
            if (sextets == 0 && end - at >= 4) {
                at = whole(bytes, at, end);
                if (at == end) {
                    return;
                }
            }
            int value = VALUES[bytes[at] & 0xff];
            if (value >= 0) {
                take(value);
            } else if (value == PAD && sextets > 1) {
                rest();
                ended = true;
            }
        }
    }

    /** Decodes complete groups of four characters and returns the position of the first byte that was not decoded. */
    private int whole(byte[] bytes, int from, int end) throws IOException {
        int at = from;
        while (end - at >= 4) {
            int a = VALUES[bytes[at] & 0xff];
            int b = VALUES[bytes[at + 1] & 0xff];
            int c = VALUES[bytes[at + 2] & 0xff];
            int d = VALUES[bytes[at + 3] & 0xff];
            if ((a | b | c | d) < 0) {
                return at;
            }
            emit(a << 2 | b >> 4);
            emit(b << 4 | c >> 2);
            emit(c << 6 | d);
            at += 4;
        }
        return at;
    }

    private void take(int value) throws IOException {
        bits = bits << 6 | value;
        sextets++;
        if (sextets == 4) {
            emit(bits >> 16);
            emit(bits >> 8);
            emit(bits);
            bits = 0;
            sextets = 0;
        }
    }

    private void rest() throws IOException {
        if (sextets == 2) {
            emit(bits >> 4);
        } else if (sextets == 3) {
            emit(bits >> 10);
            emit(bits >> 2);
        }
        sextets = 0;
        bits = 0;
    }

    @Override
    void end() throws IOException {
        if (!ended) {
            rest();
            ended = true;
        }
    }
}
