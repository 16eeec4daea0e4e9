package svc.api.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.blob.BlobId;
import svc.api.identity.Account;
import svc.api.operation.Progress;
import svc.api.store.SnapshotCallback;

/**
 * Service of a bundle whose objects users lose by mistake: restores the objects of one account from a backup into the
 * running server. It creates new objects and changes none. It must be safe to repeat: objects that an earlier call has
 * restored are not restored again. Thread-safe; at most one call runs at a time.
 */
@ConsumerType
public interface AccountRestorer {

    /**
     * Restores the objects of an account. Call it outside a store callback.
     *
     * @param progress receives the progress after each batch; if it is cancelled, what was restored stays
     * @throws IOException the backup cannot be read any further
     */
    Result restore(AccountBackup backup, Options options, Progress progress) throws IOException;

    /** The data of one account in a backup. Only the thread of the call may use it. */
    @ProviderType
    interface AccountBackup {

        /** Returns the account in the running server. */
        Account account();

        /**
         * Reads the account as it was in the backup. The schema is that of the running server. The call may contain calls
         * that read or write the store of the server.
         */
        <R> R read(SnapshotCallback<R> work);

        /**
         * Copies the bytes of a blob from the backup; each byte is verified before it is written.
         *
         * @throws svc.api.blob.CorruptBlobException the blob is missing or damaged in the backup
         * @throws IOException the stream threw the exception
         */
        void copy(BlobId id, OutputStream out) throws IOException;
    }

    /**
     * What is to be restored.
     *
     * @param container the name of the container for the restored objects, for example of a mailbox
     * @param all whether objects are restored although the account has an equal one
     */
    record Options(String container, boolean all) {}

    /**
     * What was restored.
     *
     * @param restored the number of objects that were restored
     * @param present the number of objects that were not restored, because the account has them
     * @param failed the number of objects that could not be restored
     * @param bytes the size of the restored objects
     * @param failures the first of the objects that could not be restored
     * @param stopped why the call ended before the last object, with the remedy; null if it did not
     */
    record Result(
            long restored,
            long present,
            long failed,
            long bytes,
            List<Failure> failures,
            @Nullable String stopped) {

        /** Copies the list. */
        public Result {
            failures = List.copyOf(failures);
        }
    }

    /**
     * An object that could not be restored.
     *
     * @param id its id in the backup
     * @param container the name of its container in the backup
     */
    record Failure(String id, String container, String reason) {}
}
