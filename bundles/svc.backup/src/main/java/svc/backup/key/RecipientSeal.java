package svc.backup.key;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts to a recipient: a public key that this object creates for one use, and a {@link Seal} whose key follows from
 * the secret that both keys share. Without the identity, it decrypts only what this object has encrypted. Thread-safe.
 */
public final class RecipientSeal {

    private static final byte[] LABEL = "svc backup recipient 1".getBytes(US_ASCII);

    private final Recipient recipient;
    private final @Nullable Identity identity;
    private final Seal seal;
    private final Recipient own;

    /** The secrets by the public keys that were created for one use. */
    private final Map<Recipient, byte[]> secrets = new ConcurrentHashMap<>();

    /**
     * Creates the object.
     *
     * @param identity the identity of the recipient; null if it is not known
     * @throws IllegalArgumentException the recipient is not the key of any identity
     */
    public RecipientSeal(Recipient recipient, @Nullable Identity identity, SecureRandom random) {
        this.recipient = recipient;
        this.identity = identity;
        this.seal = new Seal(random);
        Identity once = Identity.fresh(random);
        this.own = once.recipient();
        secrets.put(own, derive(once.secret(recipient), own));
    }

    private byte[] derive(byte[] shared, Recipient once) {
        return Hmac.hkdf(
                shared,
                ByteBuffer.allocate(LABEL.length + 2 * Recipient.BYTES)
                        .put(LABEL)
                        .put(once.toBytes())
                        .put(recipient.toBytes())
                        .array());
    }

    /** Returns the recipient. */
    public Recipient recipient() {
        return recipient;
    }

    /** Returns whether the identity is known. */
    public boolean hasIdentity() {
        return identity != null;
    }

    /**
     * Encrypts.
     *
     * @param associated what the content belongs to; the same bytes are needed to decrypt it
     */
    public byte[] seal(byte[] associated, byte[] content, int length) {
        byte[] sealed = seal.seal(key(secret(own).orElseThrow(), associated), associated, content, length);
        return ByteBuffer.allocate(Recipient.BYTES + sealed.length)
                .put(own.toBytes())
                .put(sealed)
                .array();
    }

    /** Returns whether this object has the key for what was encrypted. */
    public boolean canOpen(byte[] sealed) {
        return identity != null || once(sealed).filter(secrets::containsKey).isPresent();
    }

    /** Returns the content; empty if it was changed or belongs to something else, or the key is not known. */
    public Optional<byte[]> open(byte[] associated, byte[] sealed) {
        return once(sealed)
                .flatMap(this::secret)
                .flatMap(secret -> seal.open(
                        key(secret, associated),
                        associated,
                        Arrays.copyOfRange(sealed, Recipient.BYTES, sealed.length)));
    }

    private static Optional<Recipient> once(byte[] sealed) {
        return sealed.length < Recipient.BYTES
                ? Optional.empty()
                : Optional.of(new Recipient(Arrays.copyOf(sealed, Recipient.BYTES)));
    }

    private Optional<byte[]> secret(Recipient once) {
        byte[] known = secrets.get(once);
        if (known == null && identity != null) {
            try {
                known = derive(identity.secret(once), once);
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // No writer creates such a public key.
            }
            secrets.put(once, known);
        }
        return Optional.ofNullable(known);
    }

    private static SecretKey key(byte[] secret, byte[] associated) {
        return new SecretKeySpec(Hmac.of(secret, associated), "AES");
    }
}
