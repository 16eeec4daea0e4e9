package svc.api.blob;

import java.io.IOException;
import java.io.OutputStream;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Account;
import svc.api.job.JobHandler;
import svc.api.store.Scope;

/**
 * Service that extracts a blob from another blob that contains it, for example a body part from its message. Register
 * it as a service. The server checks the extracted bytes against the hash in the blob id before it uses them.
 *
 * <p>Threading: called concurrently from any thread, never inside a transaction.
 */
@ConsumerType
public interface BlobExtractor {

    /**
     * Finds the blob that contains the requested blob, and writes the bytes of the requested blob. The server calls
     * this method once to check the hash, and again each time it sends the bytes. The output can throw its own
     * exceptions; the implementation must not catch them.
     *
     * @param account the account of the blob; blobs of other accounts must not be read
     * @param scope the data of this account
     * @param out the output; the bytes are valid only if the result is {@link ExtractionResult.Extracted}
     */
    ExtractionResult extract(Account account, Scope scope, BlobId id, OutputStream out) throws IOException;

    /**
     * Rebuilds, from the stored data, the index of the blobs of one account that are contained in other blobs. The
     * rebuild can be interrupted and started again.
     */
    void reindex(Account account, Scope scope, JobHandler.Progress progress);
}
