package svc.api.backup;

import java.io.IOException;
import java.util.OptionalLong;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Service that fetches files of blobs from a backup when they are needed, after a restore that left them there. The paths
 * are those below the folder {@code data} of the home. Thread-safe. Do not call it inside a transaction.
 */
@ProviderType
public interface DeferredBlobFiles {

    /**
     * Fetches a file, unless it was fetched or forgotten before. May be called inside a read of the store.
     *
     * @return whether the file exists now
     * @throws IOException the backup cannot be read, or the file cannot be written
     */
    boolean fetch(String path) throws IOException;

    /** Records that a file is deleted and must not be fetched any more. Do not call it inside a read of the store. */
    void forget(String path);

    /** Returns the size of a file that is still to be fetched; empty for all other files. */
    OptionalLong deferredSize(String path);
}
