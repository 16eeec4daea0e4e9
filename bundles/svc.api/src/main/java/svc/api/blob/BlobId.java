package svc.api.blob;

import java.util.HexFormat;
import java.util.Optional;

/**
 * The id of a blob: {@code b} followed by the SHA-256 of its bytes in lower-case hex. Each hash has exactly one id.
 * Immutable.
 */
public final class BlobId {

    private static final char LETTER = 'b';
    private static final HexFormat HEX = HexFormat.of();
    private static final int BYTES = 32;
    private static final int LENGTH = 1 + 2 * BYTES;

    private final String text;

    private BlobId(String text) {
        this.text = text;
    }

    /** Returns the id of the blob with this SHA-256. */
    public static BlobId of(byte[] sha256) {
        if (sha256.length != BYTES) {
            throw new IllegalArgumentException("a SHA-256 has 32 bytes, not " + sha256.length);
        }
        return new BlobId(LETTER + HEX.formatHex(sha256));
    }

    /** Parses a blob id; empty if the text is not a blob id. */
    public static Optional<BlobId> parse(String text) {
        if (text.length() != LENGTH || text.charAt(0) != LETTER) {
            return Optional.empty();
        }
        for (int i = 1; i < LENGTH; i++) {
            char digit = text.charAt(i);
            if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
                return Optional.empty();
            }
        }
        return Optional.of(new BlobId(text));
    }

    /** Returns the SHA-256. */
    public byte[] sha256() {
        return HEX.parseHex(text, 1, LENGTH);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlobId id && text.equals(id.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the id as clients see it. */
    @Override
    public String toString() {
        return text;
    }
}
