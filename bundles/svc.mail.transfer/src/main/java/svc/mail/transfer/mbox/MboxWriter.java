package svc.mail.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;

/**
 * Writes messages as {@link MboxReader} reads them back, byte for byte: before a line {@code From }, with any number of {@code >}
 * before it, stands one more {@code >}; behind the last line stands a line end where it had none, and an empty line. One thread.
 */
final class MboxWriter {

    private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream file;

    MboxWriter(OutputStream file) {
        this.file = file;
    }

    /** What sends a message. */
    interface Sent {
        void to(OutputStream out) throws IOException;
    }

    /** Writes a message of so many bytes. */
    void write(Instant received, Set<String> words, long size, Sent message) throws IOException {
        file.write(FromLine.write(received).getBytes(StandardCharsets.US_ASCII));
        file.write(new LeadingFields(size, words).write().getBytes(StandardCharsets.US_ASCII));
        Quoting quoting = new Quoting();
        message.to(quoting);
        quoting.end();
        file.write(
                quoting.begins || size == 0
                        ? "\n".getBytes(StandardCharsets.US_ASCII)
                        : "\n\n".getBytes(StandardCharsets.US_ASCII));
    }

    /** The bytes of one message on their way into the file. */
    private final class Quoting extends OutputStream {

        /** Whether a line begins here. */
        private boolean begins = true;

        /** How many of the leading {@code >} of this line were seen; they wait for what follows. */
        private long quotes;

        /** How much of {@code From } was seen behind them. */
        private int seen;

        /** Whether the line still may be one that is quoted. */
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

        /** A byte of the beginning of a line. */
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

        /** It is decided: what waited is written. */
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
            boolean ended = to < end;
            file.write(bytes, at, to - at + (ended ? 1 : 0));
            begins = ended;
            open = ended;
            return to + (ended ? 1 : 0);
        }

        private void end() throws IOException {
            if (open && !begins) {
                settle();
            }
        }
    }
}
