package svc.backup.key;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.KeyAgreement;

/**
 * The public key (X25519, RFC 7748) to which the contents of backups are encrypted. Only the {@link Identity} decrypts
 * them. Immutable.
 */
public final class Recipient {

    static final int BYTES = 32;

    private static final String ALGORITHM = "X25519";
    private static final int CHECK = 4;

    private final byte[] bytes;

    Recipient(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns the recipient of a text.
     *
     * @throws IllegalArgumentException the text is no recipient; the message can be shown to the operator
     */
    public static Recipient of(String text) {
        byte[] decoded;
        try {
            decoded = Base64.getUrlDecoder().decode(text.trim());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(refusal(text), e);
        }
        byte[] key = Arrays.copyOf(decoded, BYTES);
        if (!Arrays.equals(decoded, checked(key))) {
            throw new IllegalArgumentException(refusal(text));
        }
        return new Recipient(key);
    }

    private static String refusal(String text) {
        return "\"" + text + "\" is not a recipient of backups, or is mistyped. `svc backup identity` shows the"
                + " recipient of an identity.";
    }

    /** Appends the first bytes of the hash, which detect typing errors. */
    private static byte[] checked(byte[] key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
            byte[] checked = Arrays.copyOf(key, BYTES + CHECK);
            System.arraycopy(hash, 0, checked, BYTES, CHECK);
            return checked;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns the public key: 32 bytes, the least significant one first. */
    byte[] toBytes() {
        return bytes.clone();
    }

    /**
     * Returns the shared secret of a private key and this public key.
     *
     * @throws IllegalArgumentException the public key is a point of small order, which protects nothing
     */
    byte[] secret(PrivateKey own) {
        byte[] bigEndian = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bigEndian[i] = bytes[BYTES - 1 - i];
        }
        try {
            KeyAgreement agreement = KeyAgreement.getInstance(ALGORITHM);
            agreement.init(own);
            agreement.doPhase(
                    KeyFactory.getInstance(ALGORITHM)
                            .generatePublic(
                                    new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, bigEndian))),
                    true);
            return agreement.generateSecret();
        } catch (InvalidKeyException e) {
            throw new IllegalArgumentException(refusal(toString()), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has X25519", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Recipient recipient && Arrays.equals(bytes, recipient.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the text of the configuration: base64url of the key and of the first 4 bytes of its SHA-256 hash. */
    @Override
    public String toString() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(checked(bytes));
    }
}
