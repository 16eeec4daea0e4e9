package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.BlobUnavailableException;
import svc.api.blob.CorruptBlobException;

/** A stored blob in a file or a pack. Each read opens it again. Thread-safe. */
final class BlobFile implements StoredBlob {

    private final BlobId id;
    private final long size;
    private final Supplier<Optional<Instant>> touched;
    private final Opening opening;
    private final BlobFileCounters tally;

    BlobFile(BlobId id, long size, Supplier<Optional<Instant>> touched, Opening opening, BlobFileCounters tally) {
        this.id = id;
        this.size = size;
        this.touched = touched;
        this.opening = opening;
        this.tally = tally;
    }

    /** Opens the bytes of the blob. */
    @FunctionalInterface
    interface Opening {
        BlobReader open() throws IOException;

        /** Returns whether the blob was removed or moved while it was read, so that wrong bytes are no damage. */
        default boolean changed() {
            return false;
        }
    }

    @Override
    public BlobId id() {
        return id;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public Optional<Instant> lastModified() {
        return touched.get();
    }

    @Override
    public void send(long from, long length, OutputStream out) throws IOException {
        if (from < 0 || length < 0) {
            throw new IllegalArgumentException("A range of bytes cannot be " + from + "+" + length);
        }
        read(reader -> reader.range(from, length, (bytes, at, portion) -> {
            out.write(bytes, at, portion);
            tally.read(portion);
        }));
    }

    @Override
    public void verify(Consumer<Long> progress) throws IOException {
        read(reader -> reader.verify(progress));
    }

    private interface Reading {
        void of(BlobReader reader) throws IOException;
    }

    /** If the blob was written again or moved while it was read, and no byte of it was passed on, reads it once more. */
    private void read(Reading reading) throws IOException {
        if (!read(reading, true)) {
            read(reading, false);
        }
    }

    private boolean read(Reading reading, boolean again) throws IOException {
        boolean taken = false;
        try (BlobReader reader = opening.open()) {
            try {
                reading.of(reader);
            } finally {
                taken = reader.taken();
            }
            return true;
        } catch (BlobUnavailableException e) {
            throw e;
        } catch (CorruptBlobException e) {
            if (opening.changed()) {
                if (again && !taken) {
                    return false;
                }
                NoSuchFileException gone = new NoSuchFileException(id.toString());
                gone.initCause(e);
                throw gone;
            }
            tally.damaged();
            throw e;
        }
    }
}
