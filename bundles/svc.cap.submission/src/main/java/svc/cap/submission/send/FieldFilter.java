package svc.cap.submission.send;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** Copies a message without some of its header fields. The body is copied unchanged. Not thread-safe. */
final class FieldFilter extends OutputStream {

    /**
     * The number of bytes of a line that are buffered to find the field name. If these bytes contain no colon, the line
     * is not a field to remove.
     */
    private static final int LOOKED_AT = 64;

    private final OutputStream out;
    private final Set<String> removed;
    private final byte[] begin = new byte[LOOKED_AT];
    private int buffered;
    private boolean isDecided;
    private boolean leaving;
    private boolean body;

    /**
     * Creates the filter.
     *
     * @param removed the names of the fields to remove, in lower case
     */
    FieldFilter(OutputStream out, String... removed) {
        this.out = out;
        this.removed = Set.of(removed);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int at = from;
        int end = from + length;
        while (at < end && !body) {
            at = isDecided ? writeUnfiltered(bytes, at, end) : buffer(bytes, at, end);
        }
        if (at < end) {
            out.write(bytes, at, end - at);
        }
    }

    /** Copies or drops the rest of a line whose field is known. */
    private int writeUnfiltered(byte[] bytes, int from, int end) throws IOException {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        int next = Math.min(at + 1, end);
        if (!leaving) {
            out.write(bytes, from, next - from);
        }
        isDecided = at == end;
        return next;
    }

    /** Buffers the start of a line until its field is known. */
    private int buffer(byte[] bytes, int from, int end) throws IOException {
        int at = from;
        while (at < end && !isDecided && !body) {
            byte b = bytes[at++];
            begin[buffered++] = b;
            if (buffered == 1 && (b == ' ' || b == '\t')) {
                isDecided = true; // a continuation line is treated like the field that it continues
            } else if (b == '\n') {
                body = buffered == 1 || (buffered == 2 && begin[0] == '\r');
                leaving = false;
                decideField(body);
                isDecided = false;
                return at;
            } else if (b == ':' || buffered == LOOKED_AT) {
                leaving = b == ':' && removed.contains(name());
                isDecided = true;
            }
        }
        if (isDecided) {
            decideField(false);
        }
        return at;
    }

    private String name() {
        return new String(begin, 0, buffered - 1, StandardCharsets.ISO_8859_1)
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    private void decideField(boolean always) throws IOException {
        if (always || !leaving) {
            out.write(begin, 0, buffered);
        }
        buffered = 0;
        Arrays.fill(begin, (byte) 0);
    }

    /** Writes a buffered line, because the message may end within its header. */
    @Override
    public void close() throws IOException {
        if (buffered > 0) {
            decideField(true);
        }
        out.close();
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
