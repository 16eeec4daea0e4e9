package svc.api.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.blob.BlobId;
import svc.api.blob.CorruptBlobException;
import svc.api.store.Snapshot;

/**
 * Service that lists the files which store blobs, for a backup, and reads blobs from the files of a backup. Take a hold
 * ({@link BlobHolds}) before the image of the database, and the list after it: the list then has the file of every blob
 * in the image. Thread-safe.
 */
@ProviderType
public interface BlobFiles {

    /**
     * Passes all files to a consumer: the keys of each tenant before its blobs, and the packs last. First seals the open
     * pack, so that no listed pack grows. A file that an erasure deletes meanwhile may be passed or not. At most the
     * names of one folder are kept in memory.
     *
     * @throws IOException a folder cannot be read, or the consumer threw the exception
     */
    void forEach(Consumer consumer) throws IOException;

    /**
     * Returns which part of the files of a backup is a blob.
     *
     * @param database the scope of the system in the database of the backup
     */
    BlobPart find(Snapshot database, String organization, BlobId id);

    /**
     * Returns some blobs of the packs of a backup, selected at random, of the tenants whose keys this server has. A blob
     * can be returned several times.
     *
     * @param database the scope of the system in the database of the backup
     */
    List<TenantBlob> sample(Snapshot database, int count, RandomGenerator random);

    /**
     * Decrypts a blob of a backup with the keys of this server. Each byte is verified before it is written.
     *
     * @param sealed the part of the file that {@link #find} returned
     * @throws CorruptBlobException the part is damaged, cannot be read, or is another blob
     * @throws IOException the stream threw the exception
     */
    void copy(String organization, BlobId id, SealedBlob sealed, OutputStream out) throws IOException;

    /** A blob of a tenant. */
    record TenantBlob(String organization, BlobId id) {}

    /**
     * The place of a blob in the files of a backup.
     *
     * @param path the path of the file, as in {@link StoredFile}
     * @param from the offset of the blob
     * @param length the number of bytes; empty if the blob ends with the file
     */
    record BlobPart(String path, long from, OptionalLong length) {}

    /** The encrypted bytes of a blob. */
    interface SealedBlob {

        /** Returns the number of bytes. */
        long size();

        /**
         * Reads bytes.
         *
         * @param at the offset of the first byte
         * @return the number of bytes that were read, at least one; -1 at the end
         */
        int read(ByteBuffer into, long at) throws IOException;
    }

    /** Receives the files. */
    @FunctionalInterface
    interface Consumer {

        /** Uses a file. */
        void accept(StoredFile file) throws IOException;
    }

    /** The kinds of files. */
    enum Kind {
        /** The encrypted data keys of a tenant. The file is replaced when a key is added. */
        KEYS,
        /** One blob. The file is never changed; if the blob is written again, an equivalent file replaces it. */
        BLOB,
        /** A sealed pack of blobs. Its size never changes; entries of removed blobs are overwritten in place. */
        PACK
    }

    /**
     * A file.
     *
     * @param path the path relative to the folder {@code data} of the home, with {@code /} between the names
     * @param size the size in bytes
     * @param kind the kind
     * @param changed the time at which the bytes or attributes last changed, as the file system records it. Unlike the
     *     timestamp of the file, it also changes when an entry of a pack is overwritten.
     */
    record StoredFile(String path, long size, Kind kind, Instant changed) {

        /** Returns whether the bytes never change under this name in a way that a reader of the blob could notice. */
        public boolean immutable() {
            return kind == Kind.BLOB;
        }
    }
}
