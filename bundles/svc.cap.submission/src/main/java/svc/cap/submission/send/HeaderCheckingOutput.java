package svc.cap.submission.send;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Collects the header of a message, passes it to a check, and copies the rest of the message to the output that the
 * check returns. Not thread-safe.
 */
final class HeaderCheckingOutput extends OutputStream {

    private final Check check;
    private final ByteArrayOutputStream header = new ByteArrayOutputStream();
    private @Nullable OutputStream body;
    private int lineLength;

    /** Checks a header and writes it. */
    interface Check {

        /**
         * Returns the output for the body.
         *
         * @param header the header with the empty line that ends it, if the message has one
         * @param more whether the header is not complete because it is too long
         */
        OutputStream checked(byte[] header, boolean more) throws IOException;
    }

    HeaderCheckingOutput(Check check) {
        this.check = check;
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int from, int length) throws IOException {
        int at = from;
        int end = from + length;
        while (body == null && at < end) {
            byte octet = octets[at++];
            header.write(octet);
            boolean complete = octet == '\n' && lineLength == 0;
            if (octet != '\r') {
                lineLength = octet == '\n' ? 0 : lineLength + 1;
            }
            if (complete || header.size() > StrictHeader.MOST) {
                body = check.checked(header.toByteArray(), !complete);
            }
        }
        if (body != null && at < end) {
            body.write(octets, at, end - at);
        }
    }

    @Override
    public void close() throws IOException {
        OutputStream rest = body == null ? check.checked(header.toByteArray(), false) : body;
        body = rest;
        rest.close();
    }
}
