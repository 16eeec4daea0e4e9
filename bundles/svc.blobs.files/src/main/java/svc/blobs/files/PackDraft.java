package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.PendingBlob;
import svc.blobs.files.pack.PackEntry;

/** A new blob that is in memory while it is small, and otherwise in a temporary file. Not thread-safe. */
final class PackDraft implements BlobWriter {

    private static final int FIRST = 8_192;

    private final Target target;
    private final Output out = new Output();
    private byte[] held = new byte[FIRST];
    private int size;
    private @Nullable BlobWriter large;
    private boolean whole;
    private boolean ended;

    PackDraft(Target target) {
        this.target = target;
    }

    /** Where the blob is stored. */
    interface Target {

        /** Appends a small blob to a pack. */
        PendingBlob append(byte[] bytes, int size) throws IOException;

        /** Commits a blob in a transaction of its own. */
        BlobId commit(PendingBlob blob) throws IOException;

        /** Begins a file for a large blob. */
        BlobWriter file() throws IOException;
    }

    /** Passes the bytes to the file of a large blob. */
    private final class Output extends OutputStream {

        private boolean closed;

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int at, int length) throws IOException {
            Objects.checkFromIndexSize(at, length, from.length);
            if (closed || ended) {
                throw new IOException("The output is closed");
            }
            BlobWriter file = large;
            if (file == null && length <= PackEntry.LARGEST - size) {
                hold(from, at, length);
                return;
            }
            closed = true; // A write after a failure could create a gap in the blob.
            if (file == null) {
                file = target.file();
                large = file;
                file.out().write(held, 0, size);
                held = new byte[0];
            }
            file.out().write(from, at, length);
            closed = false;
        }

        private void hold(byte[] from, int at, int length) {
            if (held.length < size + length) {
                held = Arrays.copyOf(held, Math.min(PackEntry.LARGEST, Math.max(size + length, 2 * held.length)));
            }
            System.arraycopy(from, at, held, size, length);
            size += length;
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                BlobWriter file = large;
                if (file != null) {
                    file.out().close();
                }
                whole = true;
            }
        }
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public long size() {
        BlobWriter file = large;
        return file == null ? size : file.size();
    }

    @Override
    public BlobId commit() throws IOException {
        return target.commit(prepare());
    }

    @Override
    public PendingBlob prepare() throws IOException {
        if (ended || !whole) {
            throw new IllegalStateException(
                    ended ? "The draft has ended" : "Its output was not closed, or a write failed");
        }
        BlobWriter file = large;
        try {
            return file == null ? target.append(held, size) : file.prepare();
        } finally {
            close();
        }
    }

    @Override
    public void close() throws IOException {
        ended = true;
        held = new byte[0];
        BlobWriter file = large;
        if (file != null) {
            file.close();
        }
    }
}
