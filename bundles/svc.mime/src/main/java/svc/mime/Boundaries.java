package svc.mime;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The boundaries of all parts that the scan is in. */
final class Boundaries {

    /** A line that is one. */
    record Delimiter(OpenPart part, boolean closing) {}

    /** The bytes of a boundary: one that came as text has those that it had in the header. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Open(OpenPart part, byte[] bytes) {}

    private final List<Open> open = new ArrayList<>();

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Looks for the boundary of a part from now on; an outer part with the same one waits until this has ended. */
    void open(String boundary, OpenPart part) {
        open.add(new Open(part, boundary.getBytes(StandardCharsets.UTF_8)));
    }

    /** Looks for that of a part no more. */
    void close(OpenPart part) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).part() == part) {
                open.remove(i);
                return;
            }
        }
    }

    /** Looks for none any more. */
    void forget() {
        open.clear();
    }

    /**
     * What a line that begins with two dashes delimits; null when nothing. The line begins with the boundary, and what follows is
     * not looked at (RFC 2046 §5.1.1) if it is set apart: the boundary of one part may be the beginning of another's. The
     * innermost part is asked first, but the whole line counts more than its beginning.
     */
    @Nullable
    Delimiter find(byte[] bytes, int from, int lineEnd) {
        if (lineEnd - from <= 2 || bytes[from] != '-' || bytes[from + 1] != '-') {
            return null;
        }
        int end = lineEnd;
        while (end > from && isSpace(bytes[end - 1])) {
            end--;
        }
        Delimiter begins = null;
        for (int i = open.size() - 1; i >= 0; i--) {
            Open one = open.get(i);
            int stop = from + 2 + one.bytes().length;
            if (!matches(bytes, from + 2, end, one.bytes())) {
                continue;
            }
            boolean closing = end - stop >= 2 && bytes[stop] == '-' && bytes[stop + 1] == '-';
            if (stop == end || (closing && stop + 2 == end)) {
                return new Delimiter(one.part(), closing);
            }
            if (begins == null && (closing || isSpace(bytes[stop]))) {
                begins = new Delimiter(one.part(), closing);
            }
        }
        return begins;
    }

    private static boolean isSpace(byte octet) {
        return octet == ' ' || octet == '\t' || octet == '\r' || octet == '\n';
    }

    private static boolean matches(byte[] bytes, int from, int end, byte[] boundary) {
        if (end - from < boundary.length) {
            return false;
        }
        for (int i = 0; i < boundary.length; i++) {
            if (bytes[from + i] != boundary[i]) {
                return false;
            }
        }
        return true;
    }
}
