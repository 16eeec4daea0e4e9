package svc.push.web.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts push messages: the key is derived by RFC 8291, and the content is encrypted by RFC 8188 (aes128gcm, one
 * record).
 */
public final class MessageEncryption {

    /** The maximum length of the content in bytes. Push services must accept bodies of 4,096 bytes (RFC 8291 §4). */
    static final int MOST = 3_993;

    /** Length of the salt in bytes. */
    public static final int SALT = 16;

    private static final int RECORD = 4_096;
    private static final int KEY = 16;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final byte LAST = 2;

    private MessageEncryption() {}

    /** Returns the encrypted body for a client. Each message needs a new key pair and a new salt. */
    public static byte[] seal(byte[] content, ClientKeys client, ECKey pair, byte[] salt) {
        byte[] own = EcKeys.encode(pair);
        byte[] secret = sharedSecret(pair, client.key());
        byte[] info = joined("WebPush: info\0".getBytes(US_ASCII), client.p256dh(), own, new byte[] {1});
        return encode(content, mac(mac(client.auth(), secret), info), own, salt);
    }

    private static byte[] sharedSecret(ECKey own, ECKey other) {
        try {
            KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
            agreement.init(own.toPrivateKey());
            agreement.doPhase(other.toPublicKey(), true);
            return agreement.generateSecret();
        } catch (GeneralSecurityException | JOSEException e) {
            throw new IllegalStateException("every JDK has ECDH on P-256", e);
        }
    }

    /** Applies the content coding of RFC 8188 with a single record. */
    static byte[] encode(byte[] content, byte[] material, byte[] keyId, byte[] salt) {
        byte[] random = mac(salt, material);
        byte[] key = Arrays.copyOf(mac(random, "Content-Encoding: aes128gcm\0\1".getBytes(US_ASCII)), KEY);
        byte[] nonce = Arrays.copyOf(mac(random, "Content-Encoding: nonce\0\1".getBytes(US_ASCII)), NONCE);
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            byte[] record = cipher.doFinal(joined(content, new byte[] {LAST}));
            byte[] size = ByteBuffer.allocate(Integer.BYTES).putInt(RECORD).array();
            return joined(salt, size, new byte[] {(byte) keyId.length}, keyId, record);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /** Returns HMAC-SHA-256. Each of the two steps of HKDF is one HMAC if the output is at most one block. */
    public static byte[] mac(byte[] key, byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC", e);
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        Arrays.stream(parts).forEach(all::put);
        return all.array();
    }
}
