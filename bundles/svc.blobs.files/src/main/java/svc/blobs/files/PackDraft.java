package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
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

    /** Keeps the bytes of a small blob, and passes those of a large one to its file. */
    private final class Output extends BlobOutput {

        @Override
        void append(byte[] from, int at, int length) throws IOException {
            BlobWriter file = large;
            if (file == null && length <= PackEntry.LARGEST - size) {
                held = grown(held, size + length, PackEntry.LARGEST);
                System.arraycopy(from, at, held, size, length);
                size += length;
                return;
            }
            if (file == null) {
                file = target.file();
                large = file;
                file.out().write(held, 0, size);
                held = new byte[0];
            }
            file.out().write(from, at, length);
        }

        @Override
        void finish() throws IOException {
            BlobWriter file = large;
            if (file != null) {
                file.out().close();
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
        if (ended) {
            throw new IllegalStateException("The draft has ended");
        }
        out.requireWhole();
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
        out.abort();
        held = new byte[0];
        BlobWriter file = large;
        if (file != null) {
            file.close();
        }
    }
}
