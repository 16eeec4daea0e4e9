package svc.mime;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The boundaries of all open parts of a scan. */
final class Boundaries {

    /** A line that is a boundary delimiter. */
    record Delimiter(OpenPart part, boolean closing) {}

    /**
     * The bytes of a boundary. A boundary is decoded as UTF-8 in the header, so encoding it restores its original
     * bytes.
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Open(OpenPart part, byte[] bytes) {}

    private final List<Open> open = new ArrayList<>();

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Adds the boundary of a part. An outer part with the same boundary is ignored until this part has ended. */
    void open(String boundary, OpenPart part) {
        open.add(new Open(part, boundary.getBytes(StandardCharsets.UTF_8)));
    }

    /** Removes the boundary of a part. */
    void close(OpenPart part) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).part() == part) {
                open.remove(i);
                return;
            }
        }
    }

    /** Removes all boundaries. */
    void forget() {
        open.clear();
    }

    /**
     * Returns the delimiter in a line; null if the line contains none. A delimiter consists of two hyphens and the
     * boundary. Text after the boundary is ignored only if white space separates it from the boundary (RFC 2046
     * §5.1.1), because one boundary may be a prefix of another boundary. Boundaries of inner parts are tried first, but
     * a boundary that matches the whole line has precedence over one that matches only its beginning.
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
        int stop = from + boundary.length;
        return stop <= end && Arrays.equals(bytes, from, stop, boundary, 0, boundary.length);
    }
}
