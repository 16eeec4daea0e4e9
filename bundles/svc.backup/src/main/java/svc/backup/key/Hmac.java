package svc.backup.key;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256, and the derivation of keys with it. */
public final class Hmac {

    /** The name of the algorithm. */
    public static final String ALGORITHM = "HmacSHA256";

    private static final int BYTES = 32;

    private Hmac() {}

    /** Returns the HMAC of the first bytes of a message. */
    public static byte[] of(SecretKey key, byte[] message, int length) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(message, 0, length);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC", e);
        }
    }

    static byte[] of(byte[] key, byte[] message) {
        return of(new SecretKeySpec(key, ALGORITHM), message, message.length);
    }

    /** HKDF-SHA-256 (RFC 5869) without salt. One block of output is enough, so the second step is one HMAC. */
    static byte[] hkdf(byte[] secret, byte[] info) {
        byte[] block = Arrays.copyOf(info, info.length + 1);
        block[info.length] = 1;
        return of(of(new byte[BYTES], secret), block);
    }
}
