package svc.backup.key;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HKDF-SHA-256 (RFC 5869) without salt, with 32 bytes of output, and HMAC-SHA-256. */
final class Hkdf {

    private static final int BYTES = 32;
    private static final String HMAC = "HmacSHA256";

    private Hkdf() {}

    /** One block of output is enough, so the second step is one HMAC. */
    static byte[] derive(byte[] secret, byte[] info) {
        byte[] block = Arrays.copyOf(info, info.length + 1);
        block[info.length] = 1;
        return mac(mac(new byte[BYTES], secret), block);
    }

    static byte[] mac(byte[] key, byte[] message) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC", e);
        }
    }
}
