package svc.cap.submission;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** Lets a message through without some of its header fields. What follows the header is not looked at. For one thread. */
final class FieldFilter extends OutputStream {

    /** The name of a field and its colon are among so many bytes of a line, or it is none of those that are left out. */
    private static final int LOOKED_AT = 64;

    private final OutputStream out;
    private final Set<String> left;
    private final byte[] begin = new byte[LOOKED_AT];
    private int held;
    private boolean decided;
    private boolean leaving;
    private boolean body;

    /**
     * Filters.
     *
     * @param left names of fields in small letters
     */
    FieldFilter(OutputStream out, String... left) {
        this.out = out;
        this.left = Set.of(left);
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
            at = decided ? pass(bytes, at, end) : hold(bytes, at, end);
        }
        if (at < end) {
            out.write(bytes, at, end - at);
        }
    }

    /** What is decided goes on to the end of its line. */
    private int pass(byte[] bytes, int from, int end) throws IOException {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        int next = Math.min(at + 1, end);
        if (!leaving) {
            out.write(bytes, from, next - from);
        }
        decided = at == end;
        return next;
    }

    /** Looks at the begin of a line until it is clear what it is. */
    private int hold(byte[] bytes, int from, int end) throws IOException {
        int at = from;
        while (at < end && !decided && !body) {
            byte b = bytes[at++];
            begin[held++] = b;
            if (held == 1 && (b == ' ' || b == '\t')) {
                decided = true; // goes with the field that it continues
            } else if (b == '\n') {
                body = held == 1 || (held == 2 && begin[0] == '\r');
                leaving = false;
                decide(body);
                decided = false;
                return at;
            } else if (b == ':' || held == LOOKED_AT) {
                leaving = b == ':' && left.contains(name());
                decided = true;
            }
        }
        if (decided) {
            decide(false);
        }
        return at;
    }

    private String name() {
        return new String(begin, 0, held - 1, StandardCharsets.ISO_8859_1)
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    private void decide(boolean always) throws IOException {
        if (always || !leaving) {
            out.write(begin, 0, held);
        }
        held = 0;
        Arrays.fill(begin, (byte) 0);
    }

    /** The end of a header may be that of the message: what was begun then is a line like any other. */
    @Override
    public void close() throws IOException {
        if (held > 0) {
            decide(true);
        }
        out.close();
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
