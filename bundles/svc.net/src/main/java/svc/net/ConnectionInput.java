package svc.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.jspecify.annotations.Nullable;
import svc.api.net.connection.LineTooLongException;

/**
 * The input of a connection. It keeps only the bytes that the session has not read, in an array; an empty input keeps
 * nothing.
 */
final class ConnectionInput extends InputStream {

    /** More than one TLS record, so that Jetty decrypts a record directly into the buffer. */
    private static final int BUFFER = 20 * 1024;

    /** The unused bytes that an array may have while the connection waits, in addition to the used ones. */
    private static final int SLACK = 64;

    private static final byte[] EMPTY = {};

    private final LineConnection connection;
    private byte[] bytes = EMPTY;
    private int start;
    private int end;
    /** The number of bytes from {@link #start} that contain no LF. */
    private int scanned;

    private Deflate.@Nullable Input inflating;

    ConnectionInput(LineConnection connection) {
        this.connection = connection;
    }

    /**
     * Reads what has arrived, without blocking, until the input satisfies a wait.
     *
     * @param line the maximum length of the awaited line; 0 for any input
     * @return false if more input is needed
     * @throws EOFException if the client has closed the connection and the input does not suffice
     */
    boolean gather(int line) throws IOException {
        while (!suffices(line)) {
            int count = mayFill() ? fill() : 0;
            if (count < 0) {
                throw new EOFException("the client has closed the connection");
            }
            if (count == 0) {
                trim();
                return false;
            }
        }
        return true;
    }

    /** Gives the rest of a large piece of input an array of its own size before the connection waits. */
    private void trim() {
        int kept = end - start;
        if (bytes.length - kept > kept + SLACK) {
            bytes = Arrays.copyOfRange(bytes, start, end);
            start = 0;
            end = kept;
        }
    }

    private boolean suffices(int line) {
        return line == 0 ? start < end : lineEnd(line) > 0 || end - start >= line;
    }

    /** Returns the length of the first line with its LF; 0 if there is none within the limit. */
    private int lineEnd(int limit) {
        int most = Math.min(end - start, limit);
        for (; scanned < most; scanned++) {
            if (bytes[start + scanned] == '\n') {
                return scanned + 1;
            }
        }
        return 0;
    }

    private boolean mayFill() {
        Deflate.Input inflater = inflating;
        return (inflater != null && inflater.hasMore()) || connection.parking().mayRead();
    }

    /** Decompresses the input from now on, with the bytes that have arrived. */
    void inflate() {
        Deflate.Input inflater = new Deflate.Input();
        inflater.add(Arrays.copyOfRange(bytes, start, end));
        clear();
        inflating = inflater;
    }

    /** Releases the memory of the decompression. */
    void discard() {
        Deflate.Input inflater = inflating;
        if (inflater != null) {
            inflating = null;
            inflater.end();
        }
    }

    /** Reads without blocking; returns the number of bytes, 0 for none, -1 at the end. */
    int fill() throws IOException {
        Deflate.Input inflater = inflating;
        if (inflater != null && inflater.hasMore()) {
            ByteBuffer octets = inflater.next();
            int count = octets.remaining();
            append(octets);
            return count;
        }
        RetainableByteBuffer.Mutable buffer = connection.network().buffers().acquire(BUFFER, true);
        try {
            ByteBuffer octets = buffer.getByteBuffer();
            int count = connection.endPoint().fill(octets);
            if (count > 0 && inflater != null) {
                byte[] compressed = new byte[octets.remaining()];
                octets.get(compressed);
                inflater.add(compressed);
                return fill();
            } else if (count > 0) {
                append(octets);
            }
            return count;
        } finally {
            buffer.release();
        }
    }

    private void append(ByteBuffer more) {
        int length = more.remaining();
        if (bytes.length - end < length) {
            int kept = end - start;
            // A line that arrives in small pieces is copied seldom; other input gets an array of its own size.
            int size = Math.max(kept + length, Math.min(2 * kept, kept + BUFFER));
            byte[] larger = new byte[size];
            System.arraycopy(bytes, start, larger, 0, kept);
            bytes = larger;
            start = 0;
            end = kept;
        }
        more.get(bytes, end, length);
        end += length;
    }

    /** Reads input, and blocks until there is some; returns false at the end. */
    private boolean more() throws IOException {
        while (true) {
            if (mayFill()) {
                int count = fill();
                if (count != 0) {
                    return count > 0;
                }
            }
            connection.output().flush();
            connection.parking().await(connection.endPoint(), connection.readDeadline());
        }
    }

    byte[] readLine(int limit) throws IOException {
        int length = lineEnd(limit);
        while (length == 0) {
            if (end - start >= limit) {
                throw new LineTooLongException(limit);
            }
            if (!more()) {
                throw new EOFException("the client has closed the connection");
            }
            length = lineEnd(limit);
        }
        byte[] line = Arrays.copyOfRange(bytes, start, start + length);
        take(length);
        return line;
    }

    private void take(int count) {
        start += count;
        scanned = 0;
        if (start == end) {
            bytes = EMPTY;
            start = 0;
            end = 0;
        }
    }

    /** Returns the number of bytes that the input occupies. */
    int capacity() {
        return bytes.length;
    }

    /** Drops what has arrived. */
    void clear() {
        take(end - start);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (start == end && !more()) {
            return -1;
        }
        int count = Math.min(length, end - start);
        System.arraycopy(bytes, start, target, offset, count);
        take(count);
        return count;
    }

    @Override
    public int available() {
        return end - start;
    }
}
