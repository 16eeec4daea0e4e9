package svc.mime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import svc.mime.charset.MailCharset;

/**
 * The text of a part: {@code EmailBodyValue} (RFC 8621 §4.1.4).
 *
 * @param value the text, with LF as line break
 * @param encodingProblem whether the charset is unknown, the transfer encoding is unknown, or the text is malformed
 * @param truncated whether the text was truncated
 */
public record BodyText(String value, boolean encodingProblem, boolean truncated) {

    /** Number of bytes of a stored message that are read at once. */
    private static final long STEP = 65_536;
    /**
     * The maximum number of bytes that a charset needs for text that has one byte in UTF-8. Only shift sequences need
     * more bytes.
     */
    private static final int BYTES_PER_BYTE = 4;

    private static final int SHIFTS = 1_024;
    /** Maximum length of a tag. To avoid a cut inside a tag, a value is shortened by at most this length. */
    private static final int TAG = 8_192;

    /**
     * Reads the text of a part. Reads only as many bytes as the limit requires.
     *
     * @param source the message
     * @param body the position of the part's body in the message
     * @param encoding the transfer encoding of the body
     * @param type the media type of the part; text/html is not cut inside a tag
     * @param charset the charset of the part
     * @param maxBytes the maximum length of the value in bytes of UTF-8; 0 for no limit (RFC 8621 §4.2)
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
        BodyText complete = of(beginning.toByteArray(), charset, encoding, !beginning.full);
        return maxBytes <= 0 ? complete : complete.cut(maxBytes, type.equals("text/html"), beginning.full);
    }

    /** Returns the text of decoded bytes; {@code complete} is true if no bytes are missing at the end. */
    static BodyText of(byte[] decoded, @Nullable String charset, TransferEncoding encoding, boolean complete) {
        MailCharset.Decoded text = MailCharset.decode(charset, decoded, complete);
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

    /** Returns the start of the tag that contains the position; the position itself if it is not inside a tag. */
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

    /** Keeps the first bytes up to a limit. */
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
            int count = (int) Math.min(length, max - kept.size());
            kept.write(bytes, from, count);
            full |= count < length;
        }

        byte[] toByteArray() {
            return kept.toByteArray();
        }
    }
}
