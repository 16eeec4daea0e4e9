package svc.api.blob;

import java.io.IOException;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;

/**
 * Gives access to the blobs that a caller can download. Endpoints that send blobs, and issuers of tokens for single
 * blobs, use this service.
 *
 * <p>Threading: thread-safe. Must not be called inside a transaction, because a blob that is a part of another blob may
 * first have to be extracted.
 */
@ProviderType
public interface BlobAccess {

    /**
     * Returns whether the caller can download a blob.
     *
     * @param reach the account of the blob, as the caller can access it
     * @param blobId the blob id as the client sent it
     */
    boolean canDownload(Caller caller, AccessibleAccount reach, String blobId) throws IOException;

    /**
     * Returns a blob that the caller can download. In the caller's own account, missing or damaged bytes are restored
     * from a blob that contains them, even while the requested blob is being sent. Bytes that cannot be restored are
     * logged for the operator.
     *
     * @param reach the account of the blob, as the caller can access it
     * @param blobId the blob id as the client sent it
     * @return empty if the caller sees no such blob
     * @throws CorruptBlobException the caller's own account holds the blob, and its bytes are lost
     */
    Optional<BlobStore.StoredBlob> find(Caller caller, AccessibleAccount reach, String blobId) throws IOException;

    /**
     * Like {@link #find}, for callers that add a reference afterwards. A blob that exists only as a part of another
     * blob is first stored on its own, and the account holds it.
     *
     * @throws StorageFullException the disk has no room for it
     */
    default Optional<BlobStore.StoredBlob> stored(Caller caller, AccessibleAccount reach, String blobId)
            throws IOException {
        return find(caller, reach, blobId);
    }
}
