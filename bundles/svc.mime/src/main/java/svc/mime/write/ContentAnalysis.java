package svc.mime;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Looks at bytes that are going to be written: how they can be, and which of some boundaries they hold. */
final class Survey extends OutputStream {

    /** RFC 5322 §2.1.1. */
    private static final int LINE = 998;

    private final List<String> boundaries;
    private final Set<String> held = new HashSet<>();
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

    /** Looks for boundaries. */
    Survey(List<String> boundaries) {
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
            boundaries.stream().filter(text::startsWith).forEach(held::add);
        }
        started = 0;
        line = 0;
    }

    /** Nothing more comes. */
    @Override
    public void close() {
        strayBreak |= last == '\r';
        endLine();
        Arrays.fill(start, (byte) 0);
    }

    /** Which of the boundaries a line begins with. */
    Set<String> held() {
        return held;
    }

    /** How they stand in a message as they are. */
    WrittenEncoding plain() {
        if (nul || longLine || strayBreak) {
            return WrittenEncoding.BINARY;
        }
        return eightBit ? WrittenEncoding.EIGHT_BIT : WrittenEncoding.SEVEN_BIT;
    }

    /** How text stands in a message: as it is if it can, else in whatever is shorter; line breaks that are none only in base64. */
    WrittenEncoding text() {
        if (plain() == WrittenEncoding.SEVEN_BIT) {
            return WrittenEncoding.SEVEN_BIT;
        }
        boolean shorter = length + 2 * escaped <= length * 4 / 3;
        return strayBreak || nul || !shorter ? WrittenEncoding.BASE64 : WrittenEncoding.QUOTED_PRINTABLE;
    }
}
