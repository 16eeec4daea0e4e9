package svc.blobs.account;

import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import svc.api.blob.BlobId;

/** An output stream that counts and hashes bytes. Not thread-safe. */
public final class HashedBytes extends OutputStream {

    private final MessageDigest hash = sha256();
    private long size;

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void write(int one) {
        hash.update((byte) one);
        size++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        hash.update(bytes, from, length);
        size += length;
    }

    /** Returns the number of bytes written. */
    public long size() {
        return size;
    }

    /**
     * Returns whether the written bytes are the content of the blob with this id. This method can be called only once.
     */
    public boolean is(BlobId id) {
        return BlobId.of(hash.digest()).equals(id);
    }
}
