package svc.mail.transfer.mbox;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Restores a message without a final line break. The export adds a line break to such a message, because every line of
 * an mbox file needs one. If exactly one byte follows the original size of the message and this byte is a line feed, it
 * is removed. All other bytes are passed on.
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
