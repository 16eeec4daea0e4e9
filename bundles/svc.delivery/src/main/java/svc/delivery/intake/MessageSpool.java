package svc.delivery.intake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.StorageFullException;
import svc.mime.Octets;

/**
 * The octets of an arriving message: in memory while there are few, otherwise in an encrypted blob that no account holds
 * and that the garbage collector removes. Not thread-safe.
 */
final class MessageSpool extends OutputStream {

    /** The maximum number of octets in memory. Most messages are smaller. */
    static final int MOST_IN_MEMORY = 131_072;

    private final BlobStore blobs;
    private final String organization;
    private ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private @Nullable BlobWriter draft;
    private long size;
    private @Nullable StorageFullException full;

    /**
     * Creates an empty spool.
     *
     * @param organization the tenant whose key encrypts the blob
     */
    MessageSpool(BlobStore blobs, String organization) {
        this.blobs = blobs;
        this.organization = organization;
    }

    long size() {
        return size;
    }

    /** Returns the number of octets in memory. */
    int inMemory() {
        return memory.size();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    /** Adds octets. If the disk is full, they are dropped, and {@link #octets} throws. */
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        size += length;
        if (full != null) {
            return;
        }
        try {
            if (draft == null && size <= MOST_IN_MEMORY) {
                memory.write(bytes, offset, length);
            } else {
                draft().out().write(bytes, offset, length);
            }
        } catch (StorageFullException e) {
            full = e;
            discard();
        }
    }

    private BlobWriter draft() throws IOException {
        BlobWriter open = draft;
        if (open == null) {
            open = blobs.newBlob(organization);
            draft = open;
            memory.writeTo(open.out());
            memory = new ByteArrayOutputStream(0);
        }
        return open;
    }

    /**
     * Returns the octets after the last write.
     *
     * @throws StorageFullException the disk was or is full
     */
    Octets octets() throws IOException {
        if (full != null) {
            throw full;
        }
        BlobWriter open = draft;
        if (open == null) {
            return Octets.of(memory.toByteArray());
        }
        open.out().close();
        BlobId id = open.commit();
        discard();
        StoredBlob stored = blobs.find(organization, id)
                .orElseThrow(() -> new IOException("The data of an arriving message was removed."));
        return stored::send;
    }

    /** Drops a blob that is not committed. */
    void discard() throws IOException {
        BlobWriter open = draft;
        draft = null;
        if (open != null) {
            open.close();
        }
    }
}
