package svc.auth.crypto;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 with a fixed key. Thread-safe. */
public final class HmacSha256 {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final SecretKeySpec key;

    public HmacSha256(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** Returns a new random key. */
    public static byte[] key() {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    public byte[] of(byte[] message) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
