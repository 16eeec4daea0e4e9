package svc.blobs.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and decrypts the segments of one file, and seals its header. The key of the file is derived from the
 * organization's data key, the random id of the file and the organization. Therefore no nonce is used twice with the
 * same key, and a segment of another file or organization cannot be decrypted. Not thread-safe.
 */
final class SegmentCipher {

    private static final byte[] PURPOSE = "svc blob file 1".getBytes(UTF_8);
    private static final int NONCE = 12;
    private static final int NONCE_PREFIX = 8;
    private static final int BITS = 8;
    private static final byte FOLLOWED = 0;
    private static final byte LAST = 1;
    private static final byte SEAL = 2;

    /** The index that the nonce of the seal contains. No segment has this index. */
    private static final int SEAL_INDEX = -1;

    private final Cipher cipher;
    private final SecretKey key;
    private final byte[] start;
    private final byte[] file;
    private final byte[] organization;

    SegmentCipher(SecretKey dataKey, BlobHead head, String organization) {
        this.start = head.start();
        this.file = head.file();
        this.organization = organization.getBytes(UTF_8);
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(dataKey);
            mac.update(PURPOSE);
            mac.update(file);
            mac.update(this.organization);
            this.key = new SecretKeySpec(mac.doFinal(), "AES");
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no AES-GCM", e);
        }
    }

    /** Encrypts a segment in place and returns its new length. The array must have room for the tag. */
    int encrypt(byte[] segment, int length, int index, boolean last) {
        return encrypt(segment, 0, length, segment, 0, index, last);
    }

    /** Encrypts a segment into another array, which must have room for the tag, and returns its new length. */
    int encrypt(byte[] from, int at, int length, byte[] to, int toAt, int index, boolean last) {
        try {
            begin(Cipher.ENCRYPT_MODE, index);
            cipher.updateAAD(
                    bound(index, last ? LAST : FOLLOWED, 0).put(organization).array());
            return cipher.doFinal(from, at, length, to, toAt);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A segment cannot be encrypted", e);
        }
    }

    /** Decrypts a segment; false when its authentication fails. */
    boolean decrypt(byte[] segment, int length, byte[] to, int index, boolean last) {
        try {
            begin(Cipher.DECRYPT_MODE, index);
            cipher.updateAAD(
                    bound(index, last ? LAST : FOLLOWED, 0).put(organization).array());
            cipher.doFinal(segment, 0, length, to, 0);
            return true;
        } catch (AEADBadTagException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A segment cannot be decrypted", e);
        }
    }

    /** Returns the seal that binds the file to the size and hash of the blob. */
    byte[] seal(long size, byte[] hash) {
        try {
            begin(Cipher.ENCRYPT_MODE, SEAL_INDEX);
            cipher.updateAAD(sealed(size, hash));
            return cipher.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A head cannot be sealed", e);
        }
    }

    /** Returns whether the seal matches this size and hash. */
    boolean opens(byte[] seal, long size, byte[] hash) {
        try {
            begin(Cipher.DECRYPT_MODE, SEAL_INDEX);
            cipher.updateAAD(sealed(size, hash));
            cipher.doFinal(seal);
            return true;
        } catch (AEADBadTagException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A seal cannot be opened", e);
        }
    }

    private void begin(int mode, int index) throws GeneralSecurityException {
        byte[] nonce = ByteBuffer.allocate(NONCE)
                .put(file, 0, NONCE_PREFIX)
                .putInt(index)
                .array();
        cipher.init(mode, key, new GCMParameterSpec(BlobHead.TAG * BITS, nonce));
    }

    private byte[] sealed(long size, byte[] hash) {
        return bound(SEAL_INDEX, SEAL, Long.BYTES + hash.length)
                .putLong(size)
                .put(hash)
                .put(organization)
                .array();
    }

    /**
     * Returns the associated data. Every part except the last has a fixed length, so different inputs never result in
     * the same bytes.
     */
    private ByteBuffer bound(int index, byte kind, int more) {
        return ByteBuffer.allocate(start.length + Integer.BYTES + 1 + more + organization.length)
                .put(start)
                .putInt(index)
                .put(kind);
    }
}
