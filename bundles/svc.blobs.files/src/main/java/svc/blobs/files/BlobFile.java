package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;

/** A blob in its file. Any thread; each call opens the file anew. */
final class FileStored implements Stored {

    private final Path file;
    private final String organization;
    private final BlobId id;
    private final long size;
    private final Optional<Instant> touched;
    private final KeyRings rings;
    private final Tally tally;

    FileStored(
            OrganizationFolder folder, BlobId id, long size, Optional<Instant> touched, KeyRings rings, Tally tally) {
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
    public Optional<Instant> touched() {
        return touched;
    }

    @Override
    public void send(long from, long length, OutputStream out) throws IOException {
        if (from < 0 || length < 0) {
            throw new IllegalArgumentException("A range of bytes cannot be " + from + "+" + length);
        }
        try (BlobReader reader = BlobReader.open(file, id, rings, organization)) {
            reader.range(from, length, (bytes, at, portion) -> {
                out.write(bytes, at, portion);
                tally.read(portion);
            });
        } catch (BlobDamaged e) {
            tally.damaged();
            throw e;
        }
    }

    @Override
    public void verify(Consumer<Long> progress) throws IOException {
        MessageDigest sha256 = SegmentWriter.sha256();
        long[] read = {0};
        try (BlobReader reader = BlobReader.open(file, id, rings, organization)) {
            reader.range(0, reader.size(), (bytes, at, portion) -> {
                sha256.update(bytes, at, portion);
                read[0] += portion;
                progress.accept(read[0]);
            });
            if (!Arrays.equals(sha256.digest(), id.sha256())) {
                throw new BlobDamaged("The blob " + id + " has other bytes than its name says.");
            }
        } catch (BlobDamaged e) {
            tally.damaged();
            throw e;
        }
    }
}
