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

    /** By the value of a Content-Transfer-Encoding, comments and case aside. */
    public static TransferEncoding of(@Nullable String value) {
        throw new UnsupportedOperationException(String.valueOf(value).toLowerCase(Locale.ROOT));
    }

    /**
     * Decodes what is written into it. Nothing is an error: what is no code is passed over. Close it: it keeps back up to a line.
     *
     * @param out where the decoded bytes go; not closed
     */
    public OutputStream decoding(OutputStream out) {
        throw new UnsupportedOperationException();
    }
}
