package svc.backup.key;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;

/** The private key of a {@link Recipient}: 32 bytes, shown as 24 words. Immutable. */
public final class Identity {

    private static final byte BASE_POINT = 9;

    private final byte[] bytes;

    private Identity(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Creates a random identity. */
    public static Identity fresh(SecureRandom random) {
        return of(BackupKey.fresh(random));
    }

    /** Returns the identity with the same 24 words as a key. */
    public static Identity of(BackupKey words) {
        return new Identity(words.toBytes());
    }

    /** Returns the key with the same 24 words. */
    public BackupKey words() {
        return BackupKey.of(bytes);
    }

    /** Returns the public key. */
    public Recipient recipient() {
        byte[] base = new byte[Recipient.BYTES];
        base[0] = BASE_POINT;
        return new Recipient(secret(new Recipient(base)));
    }

    /** Returns the shared secret of this private key and a public key. */
    byte[] secret(Recipient other) {
        try {
            PrivateKey own = KeyFactory.getInstance("X25519")
                    .generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, bytes));
            return other.secret(own);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has X25519", e);
        }
    }

    /** Returns the recipient, never the private key. */
    @Override
    public String toString() {
        return recipient().toString();
    }
}
