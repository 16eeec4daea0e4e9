package svc.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads and writes the part of ASN.1 DER (X.690) that keys and self-signed certificates use. */
final class Der {

    static final int INTEGER = 0x02;
    static final int BIT_STRING = 0x03;
    static final int OCTET_STRING = 0x04;
    static final int OID = 0x06;
    static final int UTF8_STRING = 0x0c;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    private Der() {}

    /** Encodes a value: the tag, the length, and the parts as content. */
    static byte[] of(int tag, byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else {
            byte[] digits = BigInteger.valueOf(length).toByteArray();
            int skip = digits[0] == 0 ? 1 : 0;
            out.write(0x80 | digits.length - skip);
            out.write(digits, skip, digits.length - skip);
        }
        Arrays.stream(parts).forEach(out::writeBytes);
        return out.toByteArray();
    }

    static byte[] integer(BigInteger value) {
        return of(INTEGER, value.toByteArray());
    }

    static byte[] bitString(byte[] bytes) {
        return of(BIT_STRING, new byte[1], bytes);
    }

    /** Encodes an object identifier in dotted notation. */
    static byte[] oid(String dotted) {
        int[] arcs = Arrays.stream(dotted.split("\\.", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(arcs[0] * 40 + arcs[1]);
        for (int i = 2; i < arcs.length; i++) {
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arcs[i] >>> shift != 0) {
                    out.write(0x80 | ((arcs[i] >>> shift) & 0x7f));
                }
            }
            out.write(arcs[i] & 0x7f);
        }
        return of(OID, out.toByteArray());
    }

    /** Checks the tag of the value at the buffer's position, returns its content, and moves the position behind it. */
    static ByteBuffer read(ByteBuffer in, int tag) {
        if (!in.hasRemaining() || (in.get() & 0xff) != tag) {
            throw new IllegalArgumentException("unexpected tag");
        }
        int length = in.get() & 0xff;
        if (length > 0x84) {
            throw new IllegalArgumentException("too long");
        }
        if (length >= 0x80) {
            int digits = length & 0x7f;
            length = 0;
            for (int i = 0; i < digits; i++) {
                length = (length << 8) | (in.get() & 0xff);
            }
        }
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("cut off");
        }
        ByteBuffer value = in.slice(in.position(), length);
        in.position(in.position() + length);
        return value;
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
