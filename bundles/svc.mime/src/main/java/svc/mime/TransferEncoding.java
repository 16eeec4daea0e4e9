package svc.mime;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The transfer encoding of a body (RFC 2045 §6). The ordinal is stored: add new values at the end. */
public enum TransferEncoding {
    /** 7bit, 8bit, binary or no encoding: the bytes are not encoded. */
    NONE,
    BASE64,
    QUOTED_PRINTABLE,
    UUENCODE,
    /** An unknown encoding: the bytes are not decoded, and text has an encoding problem. */
    UNKNOWN;

    private static final int BUFFER = 8_192;

    /** Returns the encoding for the value of a Content-Transfer-Encoding field, ignoring comments and case. */
    public static TransferEncoding of(@Nullable String value) {
        if (value == null) {
            return NONE;
        }
        return switch (Comments.stripped(value).toLowerCase(Locale.ROOT)) {
            case "", "7bit", "8bit", "binary", "7-bit", "8-bit" -> NONE;
            case "base64" -> BASE64;
            case "quoted-printable" -> QUOTED_PRINTABLE;
            case "x-uuencode", "uuencode", "x-uue", "uue" -> UUENCODE;
            default -> UNKNOWN;
        };
    }

    /**
     * Returns a stream that decodes the bytes written to it. Malformed input is skipped and never causes an error. The
     * caller must close the stream, because the stream buffers up to one line.
     *
     * @param out receives the decoded bytes; it is not closed
     */
    public OutputStream decoding(OutputStream out) {
        return decoding(out, new byte[BUFFER]);
    }

    /**
     * Returns a decoding stream that uses a given buffer. The buffer must not be used by another stream at the same
     * time.
     */
    OutputStream decoding(OutputStream out, byte[] buffer) {
        return switch (this) {
            case BASE64 -> new Base64Decoding(out, buffer);
            case QUOTED_PRINTABLE -> new QuotedPrintableDecoding(out, buffer);
            case UUENCODE -> new UuDecoding(out, buffer);
            case NONE, UNKNOWN -> new Identity(out);
        };
    }

    /** Writes octets to the target unchanged. Closing this stream does not close the target. */
    private static final class Identity extends OutputStream {

        private final OutputStream out;

        Identity(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int octet) throws IOException {
            out.write(octet);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }
    }
}
