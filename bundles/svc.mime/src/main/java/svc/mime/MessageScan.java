package svc.mime;

import java.io.OutputStream;
import java.util.Arrays;
import svc.mime.Boundaries.Delimiter;

/**
 * Parses a message while its bytes are written to it: separates headers, bodies and boundaries. It buffers one header
 * or one line that may be a boundary, never a body. Not thread-safe.
 */
public final class MessageScan extends OutputStream {

    /** Maximum length of a boundary line, including trailing white space. A longer line is not a boundary. */
    private static final int MAX_LINE = 2_048;

    private static final int BUFFER = 4_096;

    private final ReadLimits limits;
    private final OpenParts parts;

    private byte[] head = new byte[BUFFER];
    private int headed;
    private int lineFrom;

    /** An incomplete line that may be a boundary. */
    private byte[] line = {};

    private int lined;

    private boolean atLineStart = true;
    private boolean first = true;
    private long headers;

    MessageScan(ReadLimits limits, ReadOptions options) {
        this.limits = limits;
        this.parts = new OpenParts(limits, options);
    }

    @Override
    public void write(int octet) {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (parts.ended()) {
            throw new IllegalStateException("the scan has been finished");
        }
        feed(bytes, from, from + length);
    }

    /** Returns the parsed message. No bytes can be written afterwards. */
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

    /** Adds bytes to the buffered beginning of a line, and reads the line when it is complete. */
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

    /** Reads a line of a header, or the part of the line that has arrived. */
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
        Delimiter delimiter = parts.delimiter(head, from, headed);
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

    /** Ends a header that exceeds the limit: its complete lines are parsed, the rest is treated as body. */
    private void overflow() {
        byte[] rest = Arrays.copyOfRange(head, lineFrom, headed);
        headed = lineFrom;
        endHeader(true);
        feed(rest, 0, rest.length);
    }

    private void endHeader(boolean opaque) {
        Headers read = Headers.of(Arrays.copyOf(head, headed));
        boolean missing = first && read.fields().isEmpty() && !blank();
        int length = headed;
        first = false;
        headers += headed;
        headed = 0;
        lineFrom = 0;
        if (missing) {
            parts.noHeader(head, length);
        } else {
            parts.header(read, opaque);
        }
    }

    /** Returns whether the header is empty: nothing, or only the empty line that ends it. */
    private boolean blank() {
        return headed == 0 || head[0] == '\n' || (headed == 2 && head[0] == '\r');
    }

    private void cut(Delimiter delimiter, byte[] bytes, int from, int end) {
        while (parts.inHeader()) {
            endHeader(false);
        }
        parts.cut(delimiter, bytes, from, end);
        atLineStart = true;
    }

    /** Reads body bytes up to the next boundary or to the end of the buffer. */
    private int body(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            if (atLineStart && bytes[at] == '-' && (at + 1 == end || bytes[at + 1] == '-') && parts.areDelimited()) {
                int newlineAt = find(bytes, at, Math.min(end, at + MAX_LINE));
                if (newlineAt < 0 && end - at < MAX_LINE) {
                    parts.deliver(bytes, from, at);
                    keepLine(bytes, at, end);
                    return end;
                }
                Delimiter delimiter = newlineAt < 0 ? null : parts.delimiter(bytes, at, newlineAt + 1);
                if (delimiter != null) {
                    parts.deliver(bytes, from, at);
                    cut(delimiter, bytes, at, newlineAt + 1);
                    return newlineAt + 1;
                }
            }
            int newlineAt = find(bytes, at, end);
            atLineStart = newlineAt >= 0;
            at = atLineStart ? newlineAt + 1 : end;
        }
        parts.deliver(bytes, from, end);
        return end;
    }

    private void finish() {
        byte[] rest = parts.inHeader() ? Arrays.copyOfRange(head, lineFrom, headed) : Arrays.copyOf(line, lined);
        Delimiter delimiter = parts.delimiter(rest, 0, rest.length);
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
