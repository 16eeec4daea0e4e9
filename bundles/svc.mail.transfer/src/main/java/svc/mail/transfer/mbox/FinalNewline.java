package svc.mail.transfer;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Takes a line end away that was added behind the last byte of a message, because in an mbox file every line has one: the one byte
 * behind the size that the message had. In every other case all bytes go through.
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
