package svc.api.blob;

import java.io.IOException;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.identity.Reach;

/**
 * Sees blobs as a download does, for those who hand out keys to single blobs and those who show bytes in another way.
 *
 * <p>Threading: any thread; never inside a transaction, for a blob may first have to be found in what it is a part of.
 */
@ProviderType
public interface BlobSight {

    /**
     * Whether the caller can download a blob.
     *
     * @param reach its account, as the caller reaches it
     * @param blobId the text that a client named
     */
    boolean sees(Caller caller, Reach reach, String blobId) throws IOException;

    /**
     * A blob that the caller can download. In the caller's own account, what is missing or damaged is looked for in what it may
     * be a part of, also when it is sent; what stays lost is told to the operator.
     *
     * @param reach its account, as the caller reaches it
     * @param blobId the text that a client named
     * @return empty when the caller sees no such blob
     * @throws BlobDamaged the caller's own account has it, and its bytes are lost
     */
    Optional<BlobStore.Stored> find(Caller caller, Reach reach, String blobId) throws IOException;
}
