package svc.mail.transfer.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A buffered input whose next bytes can be examined before they are consumed. The buffer has a fixed size; a line can
 * be longer than the buffer. Not thread-safe.
 */
public final class LookaheadInput {

    /** Size of the buffer in bytes. */
    public static final int SIZE = 131_072;

    private final InputStream in;
    private final byte[] bytes = new byte[SIZE];
    private int from;
    private int to;
    private long offset;
    private boolean finished;

    public LookaheadInput(InputStream in) {
        this.in = in;
    }

    /** Returns the number of bytes consumed. */
    public long offset() {
        return offset;
    }

    /** Returns whether at least this number of bytes remain, and reads them into the buffer. */
    public boolean isAvailable(int wanted) throws UnreadableFileException {
        if (to - from < wanted && !finished) {
            System.arraycopy(bytes, from, bytes, 0, to - from);
            to -= from;
            from = 0;
            try {
                while (to < wanted && !finished) {
                    int some = in.read(bytes, to, SIZE - to);
                    finished = some < 0;
                    to += Math.max(0, some);
                }
            } catch (IOException e) {
                throw new UnreadableFileException(e);
            }
        }
        return to - from >= wanted;
    }

    /** Returns the number of buffered bytes. */
    public int lookahead() {
        return to - from;
    }

    /** Returns whether the next bytes equal the given bytes. */
    public boolean startsWith(byte[] with) throws UnreadableFileException {
        if (!isAvailable(with.length)) {
            return false;
        }
        for (int i = 0; i < with.length; i++) {
            if (bytes[from + i] != with[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the length of the next line including its line break; -1 if the line is longer than {@code max}. The last
     * line may have no line break.
     */
    public int line(int max) throws UnreadableFileException {
        return line(0, max);
    }

    /**
     * Returns the length of the line that starts {@code begin} bytes ahead; -1 if the line is longer than {@code max}.
     */
    public int line(int begin, int max) throws UnreadableFileException {
        boolean all = isAvailable(begin + max);
        int last = all ? from + begin + max : to;
        for (int i = from + begin; i < last; i++) {
            if (bytes[i] == '\n') {
                return i + 1 - from - begin;
            }
        }
        return all ? -1 : Math.max(0, to - from - begin);
    }

    /** Returns a buffered byte; the next byte has the index 0. */
    public byte at(int index) {
        return bytes[from + index];
    }

    /** Returns buffered bytes as ISO 8859-1 text. */
    public String text(int begin, int length) {
        return new String(bytes, from + begin, length, StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns how many bytes of the current line, including its line break, are buffered; 0 at the end of the stream.
     */
    public int buffered() throws UnreadableFileException {
        isAvailable(1);
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i + 1 - from;
            }
        }
        return to - from;
    }

    /** Returns whether the last of the next {@code length} bytes, which must be buffered, is a line feed. */
    public boolean endsLine(int length) {
        return bytes[from + length - 1] == '\n';
    }

    public void skip(int length) {
        from += length;
        offset += length;
    }

    public void send(int length, OutputStream out) throws IOException {
        out.write(bytes, from, length);
        skip(length);
    }
}
