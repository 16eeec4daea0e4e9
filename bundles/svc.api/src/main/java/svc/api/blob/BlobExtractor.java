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
     * Finds a blob and writes its bytes. The server calls it once to check the hash, and again each time it sends the
     * bytes. The output can throw its own exceptions; the implementation must not catch them.
     *
     * @param account the account of the blob; blobs of other accounts must not be read
     * @param scope the data of this account
     * @param out the output; the bytes are valid only if the result is {@link ExtractionResult.Extracted}
     */
    ExtractionResult extract(Account account, Scope scope, BlobId id, OutputStream out) throws IOException;

    /**
     * Rebuilds the index of contained blobs of one account from the stored data. The rebuild can be interrupted and
     * started again.
     */
    void reindex(Account account, Scope scope, JobHandler.Progress progress);
}
