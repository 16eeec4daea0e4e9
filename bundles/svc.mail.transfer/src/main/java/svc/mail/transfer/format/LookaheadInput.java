package svc.mail.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A stream with some of what comes next in sight, however long its lines are. One thread. */
final class Window {

    /** So much can be seen at once. */
    static final int SIZE = 131_072;

    private final InputStream in;
    private final byte[] bytes = new byte[SIZE];
    private int from;
    private int to;
    private long offset;
    private boolean ended;

    Window(InputStream in) {
        this.in = in;
    }

    /** How many bytes have gone by. */
    long offset() {
        return offset;
    }

    /** Whether there are so many more. */
    boolean has(int wanted) throws Unreadable {
        if (to - from < wanted && !ended) {
            System.arraycopy(bytes, from, bytes, 0, to - from);
            to -= from;
            from = 0;
            try {
                while (to < wanted && !ended) {
                    int some = in.read(bytes, to, SIZE - to);
                    ended = some < 0;
                    to += Math.max(0, some);
                }
            } catch (IOException e) {
                throw new Unreadable(e);
            }
        }
        return to - from >= wanted;
    }

    /** How many bytes are in sight. */
    int sight() {
        return to - from;
    }

    /** Whether it goes on with these. */
    boolean starts(byte[] with) throws Unreadable {
        if (!has(with.length)) {
            return false;
        }
        for (int i = 0; i < with.length; i++) {
            if (bytes[from + i] != with[i]) {
                return false;
            }
        }
        return true;
    }

    /** The length of the line with its end; -1 when it is longer than this. The last one may have no end. */
    int line(int most) throws Unreadable {
        return line(0, most);
    }

    /** The same of a line that begins further on. */
    int line(int begin, int most) throws Unreadable {
        boolean all = has(begin + most);
        int last = all ? from + begin + most : to;
        for (int i = from + begin; i < last; i++) {
            if (bytes[i] == '\n') {
                return i + 1 - from - begin;
            }
        }
        return all ? -1 : Math.max(0, to - from - begin);
    }

    /** One of the bytes in sight. */
    byte at(int index) {
        return bytes[from + index];
    }

    /** What is in sight, as text of bytes. */
    String text(int begin, int length) {
        return new String(bytes, from + begin, length, StandardCharsets.ISO_8859_1);
    }

    /** How many bytes of the line are in sight, with its end; 0 at the end of everything. */
    int piece() throws Unreadable {
        has(1);
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i + 1 - from;
            }
        }
        return to - from;
    }

    /** Whether the last of so many bytes ends a line. */
    boolean endsLine(int length) {
        return bytes[from + length - 1] == '\n';
    }

    void skip(int length) {
        from += length;
        offset += length;
    }

    void send(int length, OutputStream out) throws IOException {
        out.write(bytes, from, length);
        skip(length);
    }
}
