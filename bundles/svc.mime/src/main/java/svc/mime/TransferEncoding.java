package svc.mime;

import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the body of a part is encoded (RFC 2045 §6). The order is stored: new ones go to the end. */
public enum TransferEncoding {
    /** 7bit, 8bit, binary, or none given: the bytes themselves. */
    NONE,
    BASE64,
    QUOTED_PRINTABLE,
    UUENCODE,
    /** One that nobody knows: the bytes themselves, and text in it has an encoding problem. */
    UNKNOWN;

    private static final int BUFFER = 8_192;

    /** By the value of a Content-Transfer-Encoding, comments and case aside. */
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
     * Decodes what is written into it. Nothing is an error: what is no code is passed over. Close it: it keeps back up to a line.
     *
     * @param out where the decoded bytes go; not closed
     */
    public OutputStream decoding(OutputStream out) {
        return decoding(out, new byte[BUFFER]);
    }

    /** The same with a buffer that nothing else uses meanwhile. */
    OutputStream decoding(OutputStream out, byte[] buffer) {
        return switch (this) {
            case BASE64 -> new Base64Decoding(out, buffer);
            case QUOTED_PRINTABLE -> new QuotedPrintableDecoding(out, buffer);
            case UUENCODE -> new UuDecoding(out, buffer);
            case NONE, UNKNOWN -> new PlainDecoding(out);
        };
    }
}
