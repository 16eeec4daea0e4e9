package svc.backup.format;

import java.nio.ByteBuffer;
import java.util.Base64;

/** The name of a chunk: HMAC-SHA-256 of its content. Four numbers use less memory than an array. */
public record ChunkName(long first, long second, long third, long fourth) {

    /** The length of a name in bytes. */
    public static final int BYTES = 32;

    /** Reads a name. */
    public static ChunkName read(ByteBuffer from) {
        return new ChunkName(from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }

    /**
     * Parses the text of a name.
     *
     * @throws IllegalArgumentException the text is not the name of a chunk in its only form
     */
    public static ChunkName of(String text) {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        if (bytes.length == BYTES) {
            ChunkName name = read(ByteBuffer.wrap(bytes));
            if (name.text().equals(text)) {
                return name;
            }
        }
        throw new IllegalArgumentException("not the name of a chunk");
    }

    /** Returns the bytes of the name. */
    public byte[] bytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(first)
                .putLong(second)
                .putLong(third)
                .putLong(fourth)
                .array();
    }

    /** Returns the name in base64url (RFC 4648 §5) without padding. */
    public String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes());
    }
}
