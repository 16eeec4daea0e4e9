package svc.delivery.queue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;

/** The key by which an account recognizes a message that was delivered to it before. Immutable. */
public final class DeliveryKey {

    private static final byte POSTING = 'p';
    private static final byte OCTETS = 'o';
    private static final byte ALIAS = 'a';
    private static final byte QUEUED = 'q';
    private static final byte RELAYED = 'r';

    private final byte[] bytes;

    private DeliveryKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the key with these stored bytes. */
    public static DeliveryKey of(byte[] bytes) {
        return new DeliveryKey(bytes.clone());
    }

    /** Returns the key of a queued message: a message that is sent again is another one. */
    public static DeliveryKey ofPosting(long n) {
        return new DeliveryKey(
                ByteBuffer.allocate(1 + Long.BYTES).put(POSTING).putLong(n).array());
    }

    /**
     * Returns the key of a message from outside. A client that does not receive the reply repeats exactly the same
     * octets.
     *
     * @param hash the SHA-256 of the return path and the octets
     */
    public static DeliveryKey ofOctets(byte[] hash) {
        return new DeliveryKey(
                ByteBuffer.allocate(1 + hash.length).put(OCTETS).put(hash).array());
    }

    /** Returns the key of a message from outside that was queued for some of its recipients. */
    public DeliveryKey ofRelayed() {
        return new DeliveryKey(
                ByteBuffer.allocate(1 + bytes.length).put(RELAYED).put(bytes).array());
    }

    /** Returns whether the message came from another server. */
    public boolean isFromOutside() {
        return bytes[0] == OCTETS || bytes[0] == RELAYED;
    }

    /** Returns the key by which the account of an alias recognizes that it has sent the message on. */
    public DeliveryKey ofAlias(String alias) {
        return derived(ALIAS, alias);
    }

    /** Returns the key by which an account recognizes that the message was queued for one of its addresses. */
    public DeliveryKey ofQueued(String address) {
        return derived(QUEUED, address);
    }

    private DeliveryKey derived(byte kind, String address) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes);
            byte[] hash = digest.digest(address.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
            return new DeliveryKey(
                    ByteBuffer.allocate(1 + hash.length).put(kind).put(hash).array());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public byte[] bytes() {
        return bytes.clone();
    }
}
