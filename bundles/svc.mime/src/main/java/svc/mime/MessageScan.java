package svc.mime;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Reads a message while its bytes are written into it: tells headers, bodies and boundaries apart. It holds a header, or a line
 * that may be a boundary, and the part that it is in; never a body. One thread at a time.
 */
public final class MessageScan extends OutputStream {

    /** A boundary and white space behind it; a longer line is none. */
    private static final int MAX_LINE = 2_048;

    private static final int BUFFER = 4_096;

    private final ReadLimits limits;
    private final OpenParts parts;

    private byte[] head = new byte[BUFFER];
    private int headed;
    private int lineFrom;

    /** A line that may be a boundary and has not ended yet. */
    private byte[] line = {};

    private int lined;

    private boolean fresh = true;
    private long headers;

    MessageScan(ReadLimits limits, Intake intake) {
        this.limits = limits;
        this.parts = new OpenParts(limits, intake);
    }

    @Override
    public void write(int octet) {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (parts.ended()) {
            throw new IllegalStateException("the message has been asked for");
        }
        feed(bytes, from, from + length);
    }

    /** What was read; nothing can be written after that. */
    public Message message() {
        if (!parts.ended()) {
            finish();
        }
        return parts.message();
    }

    @Override
    public void close() {}

    private void feed(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            if (lined > 0) {
                at = line(bytes, at, end);
            } else if (parts.inHeader()) {
                at = header(bytes, at, end);
            } else {
                at = body(bytes, at, end);
            }
        }
    }

    private static int find(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        return at < end ? at : -1;
    }

    /** Goes on with a line of which the beginning came before. */
    private int line(byte[] bytes, int from, int end) {
        int newlineAt = find(bytes, from, end);
        int stop = Math.min(newlineAt < 0 ? end : newlineAt + 1, from + MAX_LINE - lined);
        System.arraycopy(bytes, from, line, lined, stop - from);
        lined += stop - from;
        if (stop == newlineAt + 1 || lined == MAX_LINE) {
            int length = lined;
            lined = 0;
            feed(line, 0, length);
        }
        return stop;
    }

    private void keepLine(byte[] bytes, int from, int end) {
        if (line.length == 0) {
            line = new byte[MAX_LINE];
        }
        System.arraycopy(bytes, from, line, 0, end - from);
        lined = end - from;
    }

    /** Takes a line of a header, or the piece of it that has come. */
    private int header(byte[] bytes, int from, int end) {
        int newlineAt = find(bytes, from, end);
        int stop = newlineAt < 0 ? end : newlineAt + 1;
        if (headed + stop - from > Math.min(limits.header(), limits.headers() - headers)) {
            overflow();
            return from;
        }
        if (headed + stop - from > head.length) {
            head = Arrays.copyOf(head, Math.max(head.length * 2, headed + stop - from));
        }
        System.arraycopy(bytes, from, head, headed, stop - from);
        headed += stop - from;
        if (newlineAt >= 0) {
            headerLine();
        }
        return stop;
    }

    private void headerLine() {
        int from = lineFrom;
        Boundaries.Delimiter delimiter = parts.delimiter(head, from, headed);
        if (delimiter != null) {
            byte[] cut = Arrays.copyOfRange(head, from, headed);
            headed = from;
            endHeader(false);
            cut(delimiter, cut, 0, cut.length);
            return;
        }
        parts.pass(head, from, headed);
        lineFrom = headed;
        if (headed - from == 1 || (headed - from == 2 && head[from] == '\r')) {
            endHeader(false);
        }
    }

    /** The header is too large: what has come of it is read, the rest is bytes. */
    private void overflow() {
        byte[] rest = Arrays.copyOfRange(head, lineFrom, headed);
        headed = lineFrom;
        endHeader(true);
        feed(rest, 0, rest.length);
    }

    private void endHeader(boolean opaque) {
        headers += headed;
        Headers read = Headers.of(Arrays.copyOf(head, headed));
        headed = 0;
        lineFrom = 0;
        parts.header(read, opaque);
    }

    private void cut(Boundaries.Delimiter delimiter, byte[] bytes, int from, int end) {
        while (parts.inHeader()) {
            endHeader(false);
        }
        parts.cut(delimiter, bytes, from, end);
        fresh = true;
    }

    /** Takes what comes of a body up to a boundary, or all of it. */
    private int body(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            if (fresh && bytes[at] == '-' && (at + 1 == end || bytes[at + 1] == '-') && parts.areDelimited()) {
                int newlineAt = find(bytes, at, Math.min(end, at + MAX_LINE));
                if (newlineAt < 0 && end - at < MAX_LINE) {
                    parts.deliver(bytes, from, at);
                    keepLine(bytes, at, end);
                    return end;
                }
                Boundaries.Delimiter delimiter = newlineAt < 0 ? null : parts.delimiter(bytes, at, newlineAt + 1);
                if (delimiter != null) {
                    parts.deliver(bytes, from, at);
                    cut(delimiter, bytes, at, newlineAt + 1);
                    return newlineAt + 1;
                }
            }
            int newlineAt = find(bytes, at, end);
            fresh = newlineAt >= 0;
            at = fresh ? newlineAt + 1 : end;
        }
        parts.deliver(bytes, from, end);
        return end;
    }

    private void finish() {
        byte[] rest = parts.inHeader() ? Arrays.copyOfRange(head, lineFrom, headed) : Arrays.copyOf(line, lined);
        Boundaries.Delimiter delimiter = parts.delimiter(rest, 0, rest.length);
        lined = 0;
        if (parts.inHeader() && delimiter == null) {
            parts.pass(rest, 0, rest.length);
        } else if (parts.inHeader()) {
            headed = lineFrom;
            endHeader(false);
        }
        if (delimiter != null) {
            cut(delimiter, rest, 0, rest.length);
        } else if (!parts.inHeader()) {
            parts.deliver(rest, 0, rest.length);
        }
        while (parts.inHeader()) {
            endHeader(false);
        }
        parts.end();
    }
}
