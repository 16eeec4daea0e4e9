package svc.mime;

import java.io.IOException;
import java.io.OutputStream;

/** Base class of the decoders: buffers decoded bytes before they are written to the target stream. */
abstract class Decoding extends OutputStream {

    private final OutputStream out;
    private final byte[] buffer;
    private int filled;

    Decoding(OutputStream out, byte[] buffer) {
        this.out = out;
        this.buffer = buffer;
    }

    /** Adds a decoded byte. */
    final void emit(int octet) throws IOException {
        if (filled == buffer.length) {
            drain();
        }
        buffer[filled++] = (byte) octet;
    }

    /** Adds decoded bytes. */
    final void emit(byte[] bytes, int from, int length) throws IOException {
        if (length > buffer.length - filled) {
            drain();
        }
        if (length > buffer.length) {
            out.write(bytes, from, length);
        } else {
            System.arraycopy(bytes, from, buffer, filled, length);
            filled += length;
        }
    }

    private void drain() throws IOException {
        if (filled > 0) {
            out.write(buffer, 0, filled);
            filled = 0;
        }
    }

    /**
     * Called at the end of the input: decodes and emits the input that the decoder kept because it was not yet
     * complete.
     */
    abstract void end() throws IOException;

    @Override
    public final void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public abstract void write(byte[] bytes, int from, int length) throws IOException;

    @Override
    public final void close() throws IOException {
        end();
        drain();
    }
}
