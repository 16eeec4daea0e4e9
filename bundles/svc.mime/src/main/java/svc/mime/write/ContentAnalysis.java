package svc.mime.write;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Analyses a body before it is written: determines which encodings are possible, and which of the given boundaries the
 * body contains.
 */
final class ContentAnalysis extends OutputStream {

    /** Maximum length of a line (RFC 5322 §2.1.1). */
    private static final int LINE = 998;

    private final List<String> boundaries;
    private final Set<String> found = new HashSet<>();
    private final byte[] start;

    private int started;
    private long length;
    private long escaped;
    private int line;
    private int last;
    private boolean eightBit;
    private boolean longLine;
    private boolean strayBreak;
    private boolean nul;

    /** Creates an analysis that searches for these boundaries. */
    ContentAnalysis(List<String> boundaries) {
        this.boundaries = new ArrayList<>(boundaries);
        this.start =
                new byte[2 + boundaries.stream().mapToInt(String::length).max().orElse(0)];
    }

    @Override
    public void write(int octet) {
        int value = octet & 0xff;
        length++;
        if (value == '\n') {
            strayBreak |= last != '\r';
            endLine();
        } else {
            strayBreak |= last == '\r';
            if (started < start.length && line == started) {
                start[started++] = (byte) value;
            }
            line++;
            longLine |= line > (value == '\r' ? LINE + 1 : LINE);
        }
        nul |= value == 0;
        eightBit |= value >= 0x80;
        escaped += value >= 0x7f || value == '=' || (value < ' ' && value != '\t' && value != '\r' && value != '\n')
                ? 1
                : 0;
        last = value;
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        for (int i = from; i < from + count; i++) {
            write(bytes[i]);
        }
    }

    private void endLine() {
        if (started > 2 && start[0] == '-' && start[1] == '-') {
            String text = new String(start, 2, started - 2, StandardCharsets.ISO_8859_1);
            boundaries.stream().filter(text::startsWith).forEach(found::add);
        }
        started = 0;
        line = 0;
    }

    /** Ends the body. */
    @Override
    public void close() {
        strayBreak |= last == '\r';
        endLine();
        Arrays.fill(start, (byte) 0);
    }

    /** Returns those of the boundaries that occur at the beginning of a line of the body. */
    Set<String> found() {
        return found;
    }

    /** Returns the encoding with which the body can be written unchanged. */
    WrittenEncoding plain() {
        if (nul || longLine || strayBreak) {
            return WrittenEncoding.BINARY;
        }
        return eightBit ? WrittenEncoding.EIGHT_BIT : WrittenEncoding.SEVEN_BIT;
    }

    /**
     * Returns the encoding for text: 7bit if possible, otherwise the shorter one of quoted-printable and base64. Text
     * with stray line breaks or NUL is always base64.
     */
    WrittenEncoding text() {
        if (plain() == WrittenEncoding.SEVEN_BIT) {
            return WrittenEncoding.SEVEN_BIT;
        }
        boolean shorter = length + 2 * escaped <= length * 4 / 3;
        return strayBreak || nul || !shorter ? WrittenEncoding.BASE64 : WrittenEncoding.QUOTED_PRINTABLE;
    }
}
