package svc.api.blob;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Where the bytes of blobs are kept, those of each organization apart. It knows nothing of accounts and references: who may
 * see a blob and how long it lives is decided above it ({@link Blobs}).
 *
 * <p>What it hands out was verified; a byte that differs from what was put in never leaves it. What was kept survives a crash.
 *
 * <p>Threading: any thread, several at once. Nothing here may be called inside a transaction of the database but
 * {@link #find}, {@link Stored#touched} and {@link #remove}, which do no more than ask the file system once.
 */
@ProviderType
public interface BlobStore {

    /**
     * Begins a new blob.
     *
     * @throws NoRoom there is no room for it
     * @throws IOException it cannot be begun
     */
    Draft draft(String organization) throws IOException;

    /** A blob, without a look at its bytes; empty when there is none of this name. */
    Optional<Stored> find(String organization, BlobId id);

    /**
     * Removes a blob that was not touched after a moment. Against {@link Draft#keep} of the same blob it comes wholly before or
     * wholly after.
     *
     * @return whether it is gone, also when it was not there; false when it is younger, or its timestamp lies in the future or
     *     cannot be read
     */
    boolean remove(String organization, BlobId id, Instant untouchedSince);

    /** The names of blobs after a name, in order; at most {@code max}. Empty begins at the first. */
    List<BlobId> list(String organization, Optional<BlobId> after, int max) throws IOException;

    /** The organizations that have blobs. */
    Set<String> organizations() throws IOException;

    /** Removes all that an organization has, its keys too. */
    void erase(String organization) throws IOException;

    /** A blob that is being written. Close it: what was not kept is gone. One thread at a time. */
    @ProviderType
    interface Draft extends AutoCloseable {

        /** Where the bytes go; a few kilobytes are held in memory. It throws {@link NoRoom} where there is none. */
        OutputStream out();

        /** How many there are so far. */
        long size();

        /**
         * Makes it a blob: on disk, under its name, touched now. If there is one of this name already, that is touched, and
         * whole again if it was damaged. The output must be closed before.
         *
         * @throws NoRoom there is no room for all of it
         * @throws IOException it could not be kept: nothing of it stays, but after an error of the disk perhaps a whole blob that
         *     nobody refers to
         * @throws IllegalStateException the output is not closed, or not all of it could be written, or the draft has ended
         */
        BlobId keep() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** A blob that is there. */
    @ProviderType
    interface Stored {

        BlobId id();

        /** How many bytes it has. */
        long size();

        /** When it was written or written again, by the timestamp of the file itself; empty when that cannot be read. */
        Optional<Instant> touched();

        /**
         * Sends bytes. Nothing that differs from what was put in is sent, and what is damaged is told before a byte of the
         * segment in question goes out; that it was cut, or is another blob's, before the first byte.
         *
         * @throws BlobDamaged they are not what was put in, cannot be read, or no key opens them
         * @throws java.nio.file.NoSuchFileException it was removed meanwhile
         * @throws IOException of any other kind: the output's own
         * @throws IllegalArgumentException it has no such range
         */
        void send(long from, long length, OutputStream out) throws IOException;

        /**
         * Reads all of it, for nothing but to know that it is whole: each byte, and that they are those of its name.
         *
         * @param progress is told now and then how many bytes were read so far, at last all of them
         * @throws BlobDamaged it is not
         */
        void verify(Consumer<Long> progress) throws IOException;
    }
}
