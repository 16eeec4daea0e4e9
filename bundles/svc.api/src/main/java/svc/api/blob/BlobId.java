package svc.api.blob;

import java.util.Arrays;
import java.util.Optional;

/**
 * The name of a blob: the SHA-256 of its bytes, written as {@code b} and 52 digits in base 32, all lower case. One hash has
 * exactly one text. Immutable.
 */
public final class BlobId {

    private static final char LETTER = 'b';
    private static final String DIGITS = "0123456789abcdefghijklmnopqrstuv";
    private static final int BYTES = 32;
    private static final int LENGTH = 53;

    private final String text;

    private BlobId(String text) {
        this.text = text;
    }

    /** The name of the bytes with this SHA-256. */
    public static BlobId of(byte[] sha256) {
        if (sha256.length != BYTES) {
            throw new IllegalArgumentException("a SHA-256 has 32 bytes, not " + sha256.length);
        }
        StringBuilder text = new StringBuilder(LENGTH).append(LETTER);
        int bits = 0;
        int held = 0;
        for (byte one : sha256) {
            held = ((held << 8) | (one & 0xff)) & 0xfff;
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                text.append(DIGITS.charAt((held >> bits) & 31));
            }
        }
        return new BlobId(text.append(DIGITS.charAt((held << (5 - bits)) & 31)).toString());
    }

    /** The name that a text is; empty when it is none. */
    public static Optional<BlobId> parse(String text) {
        if (text.length() != LENGTH || text.charAt(0) != LETTER) {
            return Optional.empty();
        }
        for (int i = 1; i < LENGTH; i++) {
            if (DIGITS.indexOf(text.charAt(i)) < 0) {
                return Optional.empty();
            }
        }
        BlobId id = new BlobId(text);
        return id.equals(of(id.sha256())) ? Optional.of(id) : Optional.empty();
    }

    /** The hash. */
    public byte[] sha256() {
        byte[] bytes = new byte[BYTES];
        int bits = 0;
        int held = 0;
        int at = 0;
        for (int i = 1; i < LENGTH && at < BYTES; i++) {
            held = ((held << 5) | DIGITS.indexOf(text.charAt(i))) & 0xfff;
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes[at++] = (byte) (held >> bits);
            }
        }
        return Arrays.copyOf(bytes, BYTES);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlobId id && text.equals(id.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The text that clients know. */
    @Override
    public String toString() {
        return text;
    }
}
