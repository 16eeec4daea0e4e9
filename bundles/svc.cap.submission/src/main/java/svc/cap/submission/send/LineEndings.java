package svc.cap.submission.send;

import java.io.IOException;
import java.io.OutputStream;

/**
 * An output stream that ends each line with CRLF, including lines that end with a bare CR or a bare LF (RFC 5322 §2.3).
 * Not thread-safe.
 */
final class LineEndings extends OutputStream {

    private static final int BUFFER = 8_192;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int buffered;
    private boolean afterReturn;

    LineEndings(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int octet) throws IOException {
        if (octet == '\n') {
            endLine();
            afterReturn = false;
            return;
        }
        if (afterReturn) {
            endLine();
        }
        afterReturn = octet == '\r';
        if (!afterReturn) {
            put(octet);
        }
    }

    @Override
    public void write(byte[] octets, int from, int length) throws IOException {
        for (int i = from; i < from + length; i++) {
            write(octets[i]);
        }
    }

    private void endLine() throws IOException {
        put('\r');
        put('\n');
    }

    private void put(int octet) throws IOException {
        if (buffered == BUFFER) {
            drain();
        }
        buffer[buffered++] = (byte) octet;
    }

    private void drain() throws IOException {
        out.write(buffer, 0, buffered);
        buffered = 0;
    }

    /** Writes the buffered bytes and closes the output. */
    @Override
    public void close() throws IOException {
        if (afterReturn) {
            endLine();
            afterReturn = false;
        }
        drain();
        out.close();
    }
}
