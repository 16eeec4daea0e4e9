package svc.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The SHA-256 of a token: all that is kept of it, in the store and in memory. */
record TokenHash(long a, long b, long c, long d) {

    private static final int LENGTH = 32;

    /** Of a token. */
    static TokenHash of(String token) {
        ByteBuffer bytes = ByteBuffer.wrap(digest(token.getBytes(StandardCharsets.UTF_8)));
        return new TokenHash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }

    /** The SHA-256 of bytes. */
    static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** As the store keeps it. */
    byte[] bytes() {
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
