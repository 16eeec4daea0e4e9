package svc.mime;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The boundaries of all parts that the scan is in. A line costs one look, whatever their number. */
final class Boundaries {

    /** A line that is one. */
    record Delimiter(OpenPart part, boolean closing) {}

    private final Map<String, OpenPart> open = new HashMap<>();

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Looks for the boundary of a part from now on; an outer part with the same one waits until this has ended. */
    void open(String boundary, OpenPart part) {
        part.boundary = boundary;
        part.shadowed = open.put(key(boundary), part);
    }

    /** Looks for that of a part no more. */
    void close(OpenPart part) {
        String boundary = part.boundary;
        if (boundary != null && open.remove(key(boundary), part) && part.shadowed != null) {
            open.put(key(boundary), part.shadowed);
        }
        part.boundary = null;
    }

    /** Looks for none any more. */
    void forget() {
        open.clear();
    }

    /** A boundary that came as text has the bytes that it had in the header. */
    private static String key(String boundary) {
        return new String(boundary.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** What a line that begins with two dashes delimits; null when nothing. White space at its end does not count. */
    @Nullable
    Delimiter find(byte[] bytes, int from, int lineEnd) {
        int end = lineEnd;
        while (end > from
                && (bytes[end - 1] == '\n'
                        || bytes[end - 1] == '\r'
                        || bytes[end - 1] == ' '
                        || bytes[end - 1] == '\t')) {
            end--;
        }
        if (end - from <= 2 || bytes[from] != '-' || bytes[from + 1] != '-') {
            return null;
        }
        String line = new String(bytes, from + 2, end - from - 2, StandardCharsets.ISO_8859_1);
        OpenPart part = open.get(line);
        if (part != null) {
            return new Delimiter(part, false);
        }
        OpenPart closed = line.endsWith("--") ? open.get(line.substring(0, line.length() - 2)) : null;
        return closed == null ? null : new Delimiter(closed, true);
    }
}
