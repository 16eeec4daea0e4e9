package svc.blobs.files.pack;

import java.io.IOException;
import svc.blobs.files.pack.PackRows.PackedBlob;

/** Decrypts the bodies of entries, to verify them. Thread-safe. */
public interface BodyCheck {

    /**
     * Verifies the seal of a body.
     *
     * @throws svc.api.blob.CorruptBlobException the body is damaged or belongs to another blob
     * @throws svc.api.blob.BlobKeyUnavailableException no key decrypts the body
     */
    void open(PackedBlob blob, byte[] body) throws IOException;

    /** Verifies every byte of a body; throws the exceptions of {@link #open}. */
    void verify(PackedBlob blob, byte[] body) throws IOException;
}
