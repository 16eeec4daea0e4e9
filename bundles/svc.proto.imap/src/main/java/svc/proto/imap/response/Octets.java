package svc.proto.imap.response;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decides how text can be written. */
final class Octets {

    private Octets() {}

    static byte[] withoutNul(byte[] octets) {
        int kept = 0;
        for (byte octet : octets) {
            kept += octet == 0 ? 0 : 1;
        }
        if (kept == octets.length) {
            return octets;
        }
        byte[] text = new byte[kept];
        int at = 0;
        for (byte octet : octets) {
            if (octet != 0) {
                text[at++] = octet;
            }
        }
        return text;
    }

    /** Returns whether a text can be a quoted string: no line break, and ASCII or, where permitted, UTF-8. */
    static boolean isQuotable(byte[] text, boolean utf8) {
        boolean ascii = true;
        for (byte octet : text) {
            if (octet == '\r' || octet == '\n') {
                return false;
            }
            ascii &= octet > 0;
        }
        return ascii || (utf8 && isUtf8(text));
    }

    private static boolean isUtf8(byte[] text) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Returns human-readable text as one line of ASCII. */
    static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(c -> line.append(c < ' ' ? ' ' : c < 0x7f ? (char) c : '?'));
        // The text of a response has at least one character (RFC 9051 §9, resp-text).
        return line.isEmpty() ? "-" : line.toString();
    }
}
