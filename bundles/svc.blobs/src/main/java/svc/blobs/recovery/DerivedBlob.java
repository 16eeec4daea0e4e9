package svc.blobs.recovery;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.ExtractionResult;
import svc.blobs.account.HashedBytes;

/** A blob that is not stored: its bytes are extracted from another blob on each read. Thread-safe. */
final class DerivedBlob implements StoredBlob {

    private final BlobId id;
    private final long size;
    private final Source source;

    /** Creates a blob whose bytes were extracted once and matched its id. */
    DerivedBlob(BlobId id, long size, Source source) {
        this.id = id;
        this.size = size;
        this.source = source;
    }

    /** A function that writes all bytes of the blob. */
    interface Source {
        ExtractionResult write(OutputStream out) throws IOException;
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
        return Optional.empty();
    }

    @Override
    public void send(long from, long length, OutputStream out) throws IOException {
        if (from < 0 || length < 0 || from > size - length) {
            throw new IllegalArgumentException("There are " + size + " bytes, not " + length + " from " + from);
        }
        Window window = new Window(out, from, length);
        try {
            if (!(source.write(window) instanceof ExtractionResult.Extracted) || window.left > 0) {
                throw new CorruptBlobException(
                        "The blob " + id + " can no longer be read from the blob that contains it.");
            }
        } catch (Enough e) {
            return;
        }
    }

    @Override
    public void verify(Consumer<Long> progress) throws IOException {
        HashedBytes bytes = new HashedBytes();
        send(0, size, bytes);
        if (!bytes.is(id)) {
            throw new CorruptBlobException("The blob " + id + " has different bytes in the blob that contains it.");
        }
        progress.accept(size);
    }

    /** Thrown to end the extraction after the last requested byte. */
    private static final class Enough extends IOException {
        @Serial
        private static final long serialVersionUID = 1L;
    }

    /** An output stream that writes one range of the bytes to the target, and then ends the extraction. */
    private static final class Window extends FilterOutputStream {

        private long skip;
        private long left;

        Window(OutputStream out, long skip, long left) {
            super(out);
            this.skip = skip;
            this.left = left;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int skipped = (int) Math.min(skip, length);
            int sent = (int) Math.min(left, length - skipped);
            skip -= skipped;
            if (sent > 0) {
                out.write(bytes, from + skipped, sent);
                left -= sent;
            }
            if (sent < length - skipped) {
                throw new Enough();
            }
        }

        @Override
        public void close() {}
    }
}
