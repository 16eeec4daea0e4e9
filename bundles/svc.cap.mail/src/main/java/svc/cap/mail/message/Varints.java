package svc.cap.mail.message;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads and writes variable-length numbers (seven bits a byte, lowest first), and texts that are preceded by their
 * length.
 */
final class Varints {

    private static final int BITS = 7;
    private static final int MORE = 0x80;

    private final byte[] bytes;
    private int position;

    Varints(byte[] bytes) {
        this.bytes = bytes;
    }

    static void write(ByteArrayOutputStream out, long number) {
        long rest = number;
        while (rest >= MORE) {
            out.write((int) rest | MORE);
            rest >>>= BITS;
        }
        out.write((int) rest);
    }

    static void write(ByteArrayOutputStream out, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        write(out, utf8.length);
        out.writeBytes(utf8);
    }

    int position() {
        return position;
    }

    long next() {
        long number = 0;
        for (int shift = 0; ; shift += BITS) {
            byte one = bytes[position++];
            number |= (long) (one & MORE - 1) << shift;
            if (one >= 0) {
                return number;
            }
        }
    }

    String text() {
        int length = (int) next();
        position += length;
        return new String(bytes, position - length, length, StandardCharsets.UTF_8);
    }

    byte[] bytes(int length) {
        position += length;
        return Arrays.copyOfRange(bytes, position - length, position);
    }
}
