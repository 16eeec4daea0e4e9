package svc.api.blob;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Transaction;

/**
 * Storage for the bytes of blobs, separate for each tenant. The store does not know accounts or references:
 * {@link AccountBlobs} decides the visibility and lifetime of a blob.
 *
 * <p>The store verifies all bytes that it returns and never returns altered bytes. A committed blob survives a crash.
 *
 * <p>Threading: thread-safe. Do not use the store inside a database transaction, except {@link PendingBlob#commitIn}:
 * write bytes before it, and remove them after it.
 */
@ProviderType
public interface BlobStore {

    /**
     * Creates a writer for a new blob.
     *
     * @throws StorageFullException the disk has no room for it
     * @throws BlobKeyUnavailableException the key of the tenant is missing
     * @throws IOException the file cannot be created
     */
    BlobWriter newBlob(String organization) throws IOException;

    /** Returns a blob without reading its bytes; empty if no such blob is stored. */
    Optional<StoredBlob> find(String organization, BlobId id);

    /**
     * Removes a blob whose timestamp is not after the given time. Atomic with respect to {@link BlobWriter#commit} of
     * the same blob.
     *
     * @return true if the blob is removed or did not exist; false if it is newer, or its timestamp is in the future or
     *     unreadable
     */
    boolean remove(String organization, BlobId id, Instant untouchedSince);

    /**
     * Like {@link #remove}, but moves the bytes to the quarantine directory of the current day, where an operator can
     * find them. Use this for blobs that the database may not know because the database was restored from a backup.
     */
    default boolean quarantine(String organization, BlobId id, Instant untouchedSince) {
        return false;
    }

    /**
     * Removes several blobs like {@link #remove}. If the time is {@link Instant#MAX}, no byte of the removed blobs is on
     * the disk when this method returns. Otherwise some may remain until the next {@link #compact}.
     *
     * @return the blobs for which {@code remove} returns true
     */
    default Set<BlobId> removeAll(String organization, Collection<BlobId> ids, Instant untouchedSince) {
        Set<BlobId> removed = new LinkedHashSet<>(ids);
        removed.removeIf(id -> !remove(organization, id, untouchedSince));
        return removed;
    }

    /**
     * Rebuilds the data in the database that the store needs to find blobs, from the bytes on the disk.
     *
     * @param progress receives, from time to time, the number of blobs examined
     * @return the number of blobs that could not be found before
     */
    default long rebuild(Consumer<Long> progress) throws IOException {
        return 0;
    }

    /**
     * Reads the storage and reports damage that {@link StoredBlob#verify} does not find, because it is not in the bytes of
     * a blob.
     *
     * @param damage receives a sentence for each damage, which names the file and the offset
     * @param goOn returns false when the work must end early
     * @return the number of damages
     */
    default long scrub(Consumer<String> damage, BooleanSupplier goOn) throws IOException {
        return 0;
    }

    /**
     * Compacts the storage of removed blobs. Call this regularly, on a thread that may wait for the disk.
     *
     * @param goOn returns false when the work must end early
     */
    default void compact(BooleanSupplier goOn) throws IOException {}

    /** Returns at most {@code max} blob ids in order, beginning after the given id or with the first one. */
    List<BlobId> list(String organization, Optional<BlobId> after, int max) throws IOException;

    /** Returns the ids of the tenants that have blobs. */
    Set<String> tenants() throws IOException;

    /** Removes all blobs of a tenant, and the keys with which they are encrypted. */
    void eraseTenant(String organization) throws IOException;

    /** A blob that is being written. Closing the writer without a commit discards the bytes. Not thread-safe. */
    @ProviderType
    interface BlobWriter extends AutoCloseable {

        /**
         * Returns the output for the bytes. At most a few hundred kilobytes are buffered in memory. It throws
         * {@link StorageFullException} if the disk is full.
         */
        OutputStream out();

        /** Returns the number of bytes written so far. */
        long size();

        /**
         * Commits the blob: its bytes are on disk under its id, and its timestamp is the current time. If the blob
         * exists already, its timestamp is set, and damaged bytes are replaced. The output must be closed before.
         *
         * @throws StorageFullException the disk has no room for all bytes
         * @throws IOException the blob could not be stored; nothing remains, except that after a disk error a complete
         *     blob without references can remain
         * @throws IllegalStateException the output is not closed, not all bytes could be written, or the writer is
         *     closed or committed already
         */
        BlobId commit() throws IOException;

        /**
         * Stores the bytes like {@link #commit}, but leaves it to a transaction to commit the blob. Until this
         * transaction is committed, the blob may not exist.
         *
         * @throws StorageFullException the disk has no room for all bytes
         * @throws IOException the blob could not be stored
         * @throws IllegalStateException as for {@link #commit}
         */
        default PendingBlob prepare() throws IOException {
            return new CommittedBlob(commit());
        }

        @Override
        void close() throws IOException;
    }

    /** A blob whose bytes are written, and which a transaction commits. Thread-safe. */
    @ProviderType
    interface PendingBlob {

        BlobId id();

        /** Returns the blob for reading before it is committed; empty if {@link BlobStore#find} returns it already. */
        default Optional<StoredBlob> stored() {
            return Optional.empty();
        }

        /**
         * Commits the blob in this transaction, which can be of any scope. The bytes are on the disk before the
         * transaction is committed.
         */
        void commitIn(Transaction tx);

        /** Erases the bytes if no transaction has committed the blob. Must not be called in a transaction. */
        void discard();
    }

    /**
     * A blob that is already committed.
     *
     * @param id the blob
     */
    record CommittedBlob(BlobId id) implements PendingBlob {

        @Override
        public void commitIn(Transaction tx) {}

        @Override
        public void discard() {}
    }

    /** A stored blob. */
    @ProviderType
    interface StoredBlob {

        BlobId id();

        /** Returns the size in bytes. */
        long size();

        /**
         * Returns the time of the last write, from the timestamp of the file; empty if the timestamp cannot be read.
         */
        Optional<Instant> lastModified();

        /**
         * Sends a range of bytes. Altered bytes are never sent. A damaged segment is reported before any of its bytes
         * is sent. A truncated file, or the file of another blob, is reported before the first byte is sent.
         *
         * @throws BlobUnavailableException the key of the tenant is missing, or the blob is in a backup that cannot be read
         * @throws CorruptBlobException the bytes are damaged or cannot be read
         * @throws java.nio.file.NoSuchFileException the blob was removed meanwhile
         * @throws IOException the output failed
         * @throws IllegalArgumentException the blob has no such range
         */
        void send(long from, long length, OutputStream out) throws IOException;

        /**
         * Reads all bytes and checks them against the blob id, without returning them.
         *
         * @param progress receives, from time to time, the number of bytes read so far, and at the end the total
         * @throws CorruptBlobException the bytes are damaged or cannot be read
         */
        void verify(Consumer<Long> progress) throws IOException;
    }
}
