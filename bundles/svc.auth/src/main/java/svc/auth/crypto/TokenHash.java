package svc.auth.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The SHA-256 of a token. The server stores and caches only the hash, never the token. */
public record TokenHash(long a, long b, long c, long d) {

    private static final int LENGTH = 32;

    /** Returns the hash of a token. */
    public static TokenHash of(String token) {
        ByteBuffer bytes = ByteBuffer.wrap(digest(token.getBytes(StandardCharsets.UTF_8)));
        return new TokenHash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }

    public static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns the stored form. */
    public byte[] bytes() {
        return ByteBuffer.allocate(LENGTH)
                .putLong(a)
                .putLong(b)
                .putLong(c)
                .putLong(d)
                .array();
    }

    @Override
    public String toString() {
        return "the hash of a token";
    }
}
