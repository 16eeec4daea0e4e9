package svc.mail.out.send;

import java.io.IOException;
import java.io.OutputStream;

/** Adds a dot to each line that begins with one (RFC 5321 §4.5.2). The line ends must be CRLF. Not thread-safe. */
final class DotOutput extends OutputStream {

    private final OutputStream out;
    private boolean isLineStart = true;

    DotOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int from, int length) throws IOException {
        int written = from;
        for (int i = from; i < from + length; i++) {
            if (isLineStart && octets[i] == '.') {
                out.write(octets, written, i - written);
                out.write('.');
                written = i;
            }
            isLineStart = octets[i] == '\n';
        }
        out.write(octets, written, from + length - written);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
