package svc.blobs.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** A key that wraps data keys. Its id is derived from the key, but does not reveal the key. Immutable. */
final class MasterKey {

    private static final int BYTES = 32;
    private static final int HEX = 64;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int ID_BYTES = 8;
    private static final byte[] ID = "svc blob master id 1".getBytes(UTF_8);

    private final SecretKey key;
    private final String id;

    private MasterKey(byte[] bytes) {
        this.key = new SecretKeySpec(bytes, "AES");
        this.id = id(key);
    }

    /** Creates a random key. */
    static MasterKey fresh(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new MasterKey(bytes);
    }

    /** Parses a line of the key file; empty when it is malformed. */
    static Optional<MasterKey> of(String line) {
        try {
            return line.length() == HEX
                    ? Optional.of(new MasterKey(HexFormat.of().parseHex(line)))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // A character is not a hexadecimal digit.
        }
    }

    String id() {
        return id;
    }

    /** Returns the line of the key file. */
    String line() {
        return HexFormat.of().formatHex(key.getEncoded());
    }

    /** Encrypts a data key. The result can be decrypted only with the same purpose. */
    String wrap(SecretKey data, String purpose, SecureRandom random) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        try {
            byte[] wrapped = cipher(Cipher.ENCRYPT_MODE, nonce, purpose).doFinal(data.getEncoded());
            return Base64.getEncoder()
                    .encodeToString(ByteBuffer.allocate(NONCE + wrapped.length)
                            .put(nonce)
                            .put(wrapped)
                            .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A key cannot be wrapped", e);
        }
    }

    /**
     * Decrypts a data key; empty when this is the wrong master key, the purpose is different, or the text was changed.
     */
    Optional<SecretKey> unwrap(String text, String purpose) {
        try {
            byte[] wrapped = Base64.getDecoder().decode(text);
            if (wrapped.length != NONCE + BYTES + BlobHead.TAG) {
                return Optional.empty();
            }
            byte[] nonce = Arrays.copyOf(wrapped, NONCE);
            byte[] data = cipher(Cipher.DECRYPT_MODE, nonce, purpose).doFinal(wrapped, NONCE, wrapped.length - NONCE);
            return Optional.of(new SecretKeySpec(data, "HmacSHA256"));
        } catch (IllegalArgumentException | AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A key cannot be unwrapped", e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String purpose) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(UTF_8));
        return cipher;
    }

    private static String id(SecretKey key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(ID), 0, ID_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no HMAC", e);
        }
    }

    /** Returns the id, never the key. */
    @Override
    public String toString() {
        return id;
    }
}
