package svc.cap.mail;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** How message ids and subjects are kept for the putting together of threads: as 64 bits of their SHA-256. */
final class Links {

    private Links() {}

    /** The hash of a message id without its angle brackets, or of a {@link BaseSubject#key}. */
    static long hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
