package svc.admin.rest;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;

/** Decodes percent-encoded text. Rejects truncated sequences and invalid UTF-8. */
final class PercentDecoder {

    private static final int HEX = 16;

    private PercentDecoder() {}

    /** Decodes a path segment; a plus is a plus. */
    static String segment(String raw) {
        return decode(raw, false);
    }

    /** Decodes a name or value of a query; a plus is a space. */
    static String query(String raw) {
        return decode(raw, true);
    }

    private static String decode(String raw, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                bytes.write(octet(raw, i));
                i += 2;
            } else if (c == '+' && plusIsSpace) {
                bytes.write(' ');
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw broken();
        }
    }

    private static int octet(String raw, int at) {
        int high = at + 2 < raw.length() ? Character.digit(raw.charAt(at + 1), HEX) : -1;
        int low = at + 2 < raw.length() ? Character.digit(raw.charAt(at + 2), HEX) : -1;
        if (high < 0 || low < 0) {
            throw broken();
        }
        return high * HEX + low;
    }

    private static OperationException broken() {
        return new OperationException(
                Reason.INVALID, "The URL has a percent sign that encodes nothing. Write % as %25, and text in UTF-8.");
    }
}
