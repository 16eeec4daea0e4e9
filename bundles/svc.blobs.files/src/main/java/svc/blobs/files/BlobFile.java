package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import svc.api.blob.BlobId;
import svc.api.blob.BlobKeyUnavailableException;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;

/** A blob that is stored in a file. Each read opens the file again. Thread-safe. */
final class BlobFile implements StoredBlob {

    private final Path file;
    private final String organization;
    private final BlobId id;
    private final long size;
    private final Optional<Instant> touched;
    private final KeyRings rings;
    private final BlobFileCounters tally;

    BlobFile(
            OrganizationFolder folder,
            BlobId id,
            long size,
            Optional<Instant> touched,
            KeyRings rings,
            BlobFileCounters tally) {
        this.file = folder.file(id);
        this.organization = folder.organization();
        this.id = id;
        this.size = size;
        this.touched = touched;
        this.rings = rings;
        this.tally = tally;
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
        return touched;
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
        MessageDigest sha256 = SegmentWriter.sha256();
        long[] read = {0};
        read(reader -> {
            reader.range(0, reader.size(), (bytes, at, portion) -> {
                sha256.update(bytes, at, portion);
                read[0] += portion;
                progress.accept(read[0]);
            });
            if (!Arrays.equals(sha256.digest(), id.sha256())) {
                throw new CorruptBlobException("The blob " + id + " has bytes that do not match its hash.");
            }
        });
    }

    private interface Reading {
        void of(BlobReader reader) throws IOException;
    }

    private void read(Reading reading) throws IOException {
        try (BlobReader reader = BlobReader.open(file, id, rings, organization)) {
            reading.of(reader);
        } catch (BlobKeyUnavailableException e) {
            throw e;
        } catch (CorruptBlobException e) {
            tally.damaged();
            throw e;
        }
    }
}
