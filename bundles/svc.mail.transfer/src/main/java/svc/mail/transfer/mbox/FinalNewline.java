package svc.mail.transfer.mbox;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Removes the line break that the export added to a message without a final line break, because every line of an mbox
 * file needs a line break. Exactly one byte after the original size of the message is removed, and all other bytes are
 * passed on.
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
