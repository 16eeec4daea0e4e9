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
        if (isLineStart && octet == '.') {
            out.write('.');
        }
        out.write(octet);
        isLineStart = octet == '\n';
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
