package svc.mime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The text of a part: EmailBodyValue of RFC 8621 §4.1.4.
 *
 * @param value with LF as the end of lines
 * @param encodingProblem whether something in it, its charset or its encoding is not what it should be
 * @param truncated whether it was cut
 */
public record BodyText(String value, boolean encodingProblem, boolean truncated) {

    /** So many bytes of a stored message are asked for at once. */
    private static final long STEP = 65_536;
    /** No charset needs more bytes for a byte of UTF-8, shifts aside. */
    private static final int BYTES_PER_BYTE = 4;

    private static final int SHIFTS = 1_024;
    /** A tag is not longer; a value that is cut loses no more than this because of one. */
    private static final int TAG = 8_192;

    /**
     * Reads the text of a part; only as much of it as the limit asks for.
     *
     * @param source the message
     * @param body where the part's body lies in it
     * @param type the part's type: text/html is not cut inside a tag
     * @param charset the part's charset
     * @param maxBytes how many bytes of UTF-8 the value may have at most; 0: as many as there are (RFC 8621 §4.2)
     */
    public static BodyText read(
            Octets source,
            Part.Section body,
            TransferEncoding encoding,
            String type,
            @Nullable String charset,
            long maxBytes)
            throws IOException {
        Beginning beginning = new Beginning(maxBytes <= 0 ? Integer.MAX_VALUE : BYTES_PER_BYTE * maxBytes + SHIFTS);
        try (OutputStream decoding = encoding.decoding(beginning)) {
            long at = 0;
            while (at < body.length() && !beginning.full) {
                long step = Math.min(STEP, body.length() - at);
                source.send(body.from() + at, step, decoding);
                at += step;
            }
        }
        BodyText whole = of(beginning.toByteArray(), charset, encoding, !beginning.full);
        return maxBytes <= 0 ? whole : whole.cut(maxBytes, type.equals("text/html"), beginning.full);
    }

    /** The text of decoded bytes, or of the beginning of them. */
    static BodyText of(byte[] decoded, @Nullable String charset, TransferEncoding encoding, boolean whole) {
        Charsets.Decoded text = Charsets.decode(charset, decoded, whole);
        String value =
                text.value().indexOf('\r') < 0 ? text.value() : text.value().replace("\r\n", "\n");
        return new BodyText(value, text.problem() || encoding == TransferEncoding.UNKNOWN, false);
    }

    private BodyText cut(long maxBytes, boolean html, boolean more) {
        int end = 0;
        long bytes = 0;
        while (end < value.length()) {
            int point = value.codePointAt(end);
            bytes += utf8(point);
            if (bytes > maxBytes) {
                break;
            }
            end += Character.charCount(point);
        }
        if (end == value.length() && !more) {
            return this;
        }
        int stop = html ? tagStart(end) : end;
        return new BodyText(value.substring(0, stop), encodingProblem, true);
    }

    /** The place of the tag that a place lies in; the place itself when it lies in none. */
    private int tagStart(int end) {
        int open = value.lastIndexOf('<', end - 1);
        boolean inside = open >= 0 && value.lastIndexOf('>', end - 1) < open && end - open < TAG;
        return inside ? open : end;
    }

    private static int utf8(int point) {
        if (point < 0x80) {
            return 1;
        }
        return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }

    /** Keeps as much as is needed. */
    private static final class Beginning extends OutputStream {

        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final long max;
        private boolean full;

        Beginning(long max) {
            this.max = max;
        }

        @Override
        public void write(int octet) {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            int take = (int) Math.min(length, max - kept.size());
            kept.write(bytes, from, take);
            full |= take < length;
        }

        byte[] toByteArray() {
            return kept.toByteArray();
        }
    }
}
