package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/** An output for the bytes of a blob, which is closed by the first failure. Not thread-safe. */
abstract class BlobOutput extends OutputStream {

    private boolean closed;
    private boolean whole;

    /** Stores bytes. */
    abstract void append(byte[] from, int at, int length) throws IOException;

    /** Stores what was not stored yet, after the last byte. */
    abstract void finish() throws IOException;

    @Override
    public final void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public final void write(byte[] from, int at, int length) throws IOException {
        Objects.checkFromIndexSize(at, length, from.length);
        if (closed) {
            throw new IOException("The output is closed");
        }
        closed = true; // A write after a failure could create a gap in the blob or reuse a nonce.
        append(from, at, length);
        closed = false;
    }

    @Override
    public final void close() throws IOException {
        if (!closed) {
            closed = true;
            finish();
            whole = true;
        }
    }

    /** Closes the output; a blob that is not complete stays incomplete. */
    final void abort() {
        closed = true;
    }

    /** Throws an exception unless all bytes were stored. */
    final void requireWhole() {
        if (!whole) {
            throw new IllegalStateException("Its output was not closed, or a write failed");
        }
    }

    /** Returns a buffer of at least the needed size, which is at most {@code most}, with the bytes of another one. */
    static byte[] grown(byte[] buffer, int needed, int most) {
        return needed <= buffer.length
                ? buffer
                : Arrays.copyOf(buffer, Math.min(most, Math.max(needed, 2 * buffer.length)));
    }
}
