package svc.mail.out.send;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Converts each line end to CRLF: a bare CR, a bare LF and the missing end of the last line. A message with a bare CR or
 * LF could end early at a server that accepts other line ends (RFC 5321 §2.3.8). Not thread-safe.
 */
final class CrlfOutput extends OutputStream {

    private final OutputStream out;
    private int last = '\n';

    CrlfOutput(OutputStream out) {
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
            if ((last == '\r') != (octets[i] == '\n')) {
                out.write(octets, written, i - written);
                out.write(last == '\r' ? '\n' : '\r');
                written = i;
            }
            last = octets[i];
        }
        out.write(octets, written, from + length - written);
    }

    /** Ends the last line. */
    void finish() throws IOException {
        if (last == '\r') {
            write('\n');
        } else if (last != '\n') {
            write('\r');
            write('\n');
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
