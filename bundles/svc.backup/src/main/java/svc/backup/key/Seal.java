package svc.backup.key;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** Encrypts with AES-256-GCM: a random nonce of 12 bytes, the ciphertext, and the tag of 16 bytes. */
public final class Seal {

    /** The number of bytes that are added. */
    public static final int OVERHEAD = 28;

    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final SecureRandom random;

    /** Creates the object with the source of nonces. */
    public Seal(SecureRandom random) {
        this.random = random;
    }

    /** Encrypts the first bytes of a content. */
    public byte[] seal(SecretKey key, byte[] associated, byte[] content, int length) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        ByteBuffer sealed = ByteBuffer.allocate(length + OVERHEAD).put(nonce);
        try {
            cipher(Cipher.ENCRYPT_MODE, key, nonce, associated).doFinal(ByteBuffer.wrap(content, 0, length), sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
        return sealed.array();
    }

    /** Returns the content; empty if the key or the associated data differ, or a byte was changed. */
    public Optional<byte[]> open(SecretKey key, byte[] associated, byte[] sealed) {
        if (sealed.length < OVERHEAD) {
            return Optional.empty();
        }
        byte[] nonce = new byte[NONCE];
        ByteBuffer.wrap(sealed).get(nonce);
        try {
            return Optional.of(
                    cipher(Cipher.DECRYPT_MODE, key, nonce, associated).doFinal(sealed, NONCE, sealed.length - NONCE));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, byte[] associated)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(associated);
        return cipher;
    }
}
