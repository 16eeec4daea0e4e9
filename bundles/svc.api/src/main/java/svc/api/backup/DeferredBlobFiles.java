package svc.api.backup;

import java.io.IOException;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Service that fetches files of blobs from a backup when they are needed, after a restore that left them there. The paths
 * are those below the folder {@code data} of the home. Thread-safe. Do not call it inside a transaction.
 */
@ProviderType
public interface DeferredBlobFiles {

    /**
     * Fetches a file, unless it was fetched or forgotten before.
     *
     * @return whether the file exists now
     * @throws IOException the backup cannot be read, or the file cannot be written
     */
    boolean fetch(String path) throws IOException;

    /** Records that a file is deleted and must not be fetched any more. */
    void forget(String path);

    /** Returns whether a file is still to be fetched. */
    boolean isDeferred(String path);
}
