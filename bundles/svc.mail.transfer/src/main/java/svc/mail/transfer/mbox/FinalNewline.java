package svc.mail.transfer.mbox;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Removes the line break that was added after a message without a final one, because every line of an mbox file has
 * one. It removes exactly one byte after the original size of the message and passes all other bytes.
 */
final class FinalNewline extends OutputStream {

    private final OutputStream out;
    private final long size;
    private long written;
    private boolean held;

    FinalNewline(OutputStream out, long size) {
        this.out = out;
        this.size = size;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return;
        }
        if (held) {
            held = false;
            out.write('\n');
        }
        boolean last = written + length == size + 1 && bytes[from + length - 1] == '\n';
        out.write(bytes, from, last ? length - 1 : length);
        written += length;
        held = last;
    }
}
