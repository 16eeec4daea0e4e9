package svc.mail.transfer.mbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;

/**
 * Writes messages to an mbox file in a form from which {@link MboxReader} restores each message byte for byte. A line
 * that begins with any number of {@code >} and then {@code From } gets one more {@code >}. A missing line break at the
 * end of the message is added. An empty line follows each message. Not thread-safe.
 */
final class MboxWriter {

    private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream file;

    MboxWriter(OutputStream file) {
        this.file = file;
    }

    /** A function that writes the bytes of a message to a stream. */
    interface Sent {
        void to(OutputStream out) throws IOException;
    }

    /** Writes a message with this size in bytes. */
    void write(Instant received, Set<String> keywords, long size, Sent message) throws IOException {
        file.write(FromLine.write(received).getBytes(StandardCharsets.US_ASCII));
        file.write(new ExportFields(size, keywords).write().getBytes(StandardCharsets.US_ASCII));
        Quoting quoting = new Quoting();
        message.to(quoting);
        quoting.end();
        file.write(
                quoting.begins || size == 0
                        ? "\n".getBytes(StandardCharsets.US_ASCII)
                        : "\n\n".getBytes(StandardCharsets.US_ASCII));
    }

    /** Writes the bytes of one message to the file and quotes its lines. */
    private final class Quoting extends OutputStream {

        /** Whether the next byte starts a line. */
        private boolean begins = true;

        /** The number of leading {@code >} of this line, which are not written yet. */
        private long quotes;

        /** The number of characters of {@code From } that have followed the leading {@code >}. */
        private int seen;

        /** Whether the current line may still need quoting. */
        private boolean open = true;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int at = from;
            while (at < from + length) {
                at = open ? look(bytes[at], at) : rest(bytes, at, from + length);
            }
        }

        /** Handles a byte at the start of a line. */
        private int look(byte b, int at) throws IOException {
            begins = false;
            if (seen == 0 && b == '>') {
                quotes++;
                return at + 1;
            } else if (b == FROM[seen]) {
                seen++;
                if (seen == FROM.length) {
                    quotes++;
                    settle();
                }
                return at + 1;
            }
            settle();
            return at;
        }

        /** Writes the buffered start of the line, after it is known whether the line is quoted. */
        private void settle() throws IOException {
            for (; quotes > 0; quotes--) {
                file.write('>');
            }
            file.write(FROM, 0, seen);
            seen = 0;
            open = false;
        }

        private int rest(byte[] bytes, int at, int end) throws IOException {
            int to = at;
            while (to < end && bytes[to] != '\n') {
                to++;
            }
            boolean finished = to < end;
            file.write(bytes, at, to - at + (finished ? 1 : 0));
            begins = finished;
            open = finished;
            return to + (finished ? 1 : 0);
        }

        private void end() throws IOException {
            if (open && !begins) {
                settle();
            }
        }
    }
}
