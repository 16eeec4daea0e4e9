package svc.proto.pop3;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a message as a multi-line response (RFC 1939 §3): all lines end with CRLF, and a line that begins with a dot gets
 * another one. The first line of the response is written with the first octets, so that the reply can still be negative if
 * the message cannot be read. Not thread-safe.
 */
final class MessageLines extends OutputStream {

    /** The number of lines that stands for the whole message. */
    static final int ALL = Integer.MAX_VALUE;

    private static final byte[] LINE_END = {'\r', '\n'};

    private final OutputStream out;
    private final byte[] status;
    private int bodyLines;
    private boolean begun;
    private boolean inBody;
    private boolean complete;

    /** The number of octets of the current line. */
    private long length;

    private byte previous;

    /**
     * Creates the output.
     *
     * @param status the first line of the response
     * @param bodyLines the number of lines after the header that are written
     */
    MessageLines(OutputStream out, String status, int bodyLines) {
        this.out = out;
        this.status = (status + "\r\n").getBytes(US_ASCII);
        this.bodyLines = bodyLines;
    }

    /** Returns whether something was written. */
    boolean hasBegun() {
        return begun;
    }

    /** Returns whether all requested lines are written. */
    boolean isComplete() {
        return complete;
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int offset, int count) throws IOException {
        begin();
        int pending = offset;
        for (int i = offset; i < offset + count && !complete; i++) {
            byte octet = octets[i];
            if (octet == '.' && length == 0) {
                out.write(octets, pending, i - pending);
                out.write('.');
                pending = i;
            } else if (octet == '\n') {
                boolean bare = length == 0 || previous != '\r';
                if (bare) {
                    out.write(octets, pending, i - pending);
                    out.write('\r');
                    pending = i;
                }
                endLine(length == 0 || (length == 1 && !bare));
                if (complete) {
                    out.write(octets, pending, i + 1 - pending);
                    return;
                }
                continue;
            }
            length++;
            previous = octet;
        }
        out.write(octets, pending, complete ? 0 : offset + count - pending);
    }

    private void begin() throws IOException {
        if (!begun) {
            begun = true;
            out.write(status);
        }
    }

    private void endLine(boolean empty) {
        length = 0;
        if (inBody) {
            bodyLines -= bodyLines == ALL ? 0 : 1;
        } else {
            inBody = empty;
        }
        complete = inBody && bodyLines == 0;
    }

    /** Ends the response. */
    void end() throws IOException {
        begin();
        if (length > 0) {
            out.write(LINE_END);
        }
        out.write('.');
        out.write(LINE_END);
    }
}
