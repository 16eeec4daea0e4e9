package svc.mime;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The text of a part: EmailBodyValue of RFC 8621 §4.1.4.
 *
 * @param value with LF as the end of lines
 * @param encodingProblem whether something in it, its charset or its encoding is not what it should be
 * @param truncated whether it was cut
 */
public record BodyText(String value, boolean encodingProblem, boolean truncated) {

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
        throw new UnsupportedOperationException();
    }
}
