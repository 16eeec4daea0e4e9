package svc.admin.rest;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;

/** Decodes percent-encoded text. Rejects truncated sequences and invalid UTF-8. */
final class PercentDecoder {

    private PercentDecoder() {}

    /** Decodes a path segment; a plus sign is not changed. */
    static String segment(String raw) {
        return decode(raw, false);
    }

    /** Decodes a name or value of a query; a plus sign becomes a space. */
    static String query(String raw) {
        return decode(raw, true);
    }

    private static String decode(String raw, boolean plusIsSpace) {
        String octetsAsText = new String(raw.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)
                .replace("+", plusIsSpace ? "%20" : "%2B");
        try {
            byte[] octets =
                    URLDecoder.decode(octetsAsText, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new OperationException(
                    Reason.INVALID,
                    "The URL has a percent sign that encodes nothing. Write % as %25, and text in UTF-8.");
        }
    }
}
