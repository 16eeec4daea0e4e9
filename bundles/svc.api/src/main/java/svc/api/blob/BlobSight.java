package svc.api.blob;

import java.io.IOException;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.identity.Reach;

/**
 * Knows whether a download would find something, for those who hand out keys to single blobs.
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
}
