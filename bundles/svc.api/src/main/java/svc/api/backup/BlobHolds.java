package svc.api.backup;

import java.time.Duration;
import java.time.Instant;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Service that keeps the files of blobs unchanged while a backup copies them. As long as a hold is in force, the garbage
 * collector removes no blob, and compaction neither deletes nor overwrites a part of a pack. Only the erasure of an
 * account or of a tenant goes on: it may delete files, and overwrite entries of packs in place.
 *
 * <p>A hold ends with its process. Thread-safe. Do not call it inside a transaction.
 */
@ProviderType
public interface BlobHolds {

    /** The longest time from the beginning of a hold to its end. */
    Duration LONGEST = Duration.ofHours(6);

    /**
     * Takes a hold. When the method returns, the hold is in force: every blob that a later snapshot of the database
     * refers to keeps its file until the hold ends.
     *
     * @param reason the reason, for log messages
     * @param until the end; if it is later than {@link #LONGEST} from now, the hold ends then
     */
    BlobHold hold(String reason, Instant until);

    /** Returns whether a hold is in force. */
    boolean isHeld();

    /** A hold that was taken. Closing it ends the hold. */
    @ProviderType
    interface BlobHold extends AutoCloseable {

        /**
         * Moves the end of the hold, but not beyond {@link #LONGEST} after its beginning.
         *
         * @return the new end
         * @throws IllegalStateException the hold has ended: files may have been removed since
         */
        Instant renew(Instant until);

        /** Returns whether the hold is in force. Once it is not, it never is again. */
        boolean isInForce();

        @Override
        void close();
    }
}
