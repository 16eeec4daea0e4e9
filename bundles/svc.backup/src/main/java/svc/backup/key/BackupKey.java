package svc.backup.key;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The key of a repository: 32 random bytes, from which the keys for each purpose are derived. Immutable. */
public final class BackupKey {

    private static final int BYTES = 32;
    private static final int FINGERPRINT = 8;
    private static final String LABEL = "svc backup 1 ";

    private final byte[] bytes;

    private BackupKey(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("A backup key has " + BYTES + " bytes, not " + bytes.length + ".");
        }
        this.bytes = bytes;
    }

    /** Creates a random key. */
    public static BackupKey fresh(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new BackupKey(bytes);
    }

    /**
     * Returns the key of the content of a key file.
     *
     * @throws IllegalArgumentException the content is not 32 bytes
     */
    public static BackupKey of(byte[] file) {
        return new BackupKey(file.clone());
    }

    /**
     * Returns the key of 24 words.
     *
     * @throws IllegalArgumentException the text is not the words of a key; the message can be shown to the operator
     */
    public static BackupKey ofWords(String text) {
        return new BackupKey(KeyWords.read(text));
    }

    /** Returns the content of the key file. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** Returns the 24 words of the key. */
    public List<String> words() {
        return KeyWords.of(bytes);
    }

    /** Returns 16 hexadecimal digits that identify the key and reveal nothing about it. */
    public String fingerprint() {
        return HexFormat.of().formatHex(expand("fingerprint"), 0, FINGERPRINT);
    }

    /** Derives a key of 32 bytes for one purpose (HKDF-SHA-256, RFC 5869, without salt). */
    public SecretKey derive(String purpose, String algorithm) {
        return new SecretKeySpec(expand(purpose), algorithm);
    }

    private byte[] expand(String purpose) {
        return Hmac.hkdf(bytes, (LABEL + purpose).getBytes(US_ASCII));
    }

    /** Returns the fingerprint, never the key. */
    @Override
    public String toString() {
        return fingerprint();
    }
}
