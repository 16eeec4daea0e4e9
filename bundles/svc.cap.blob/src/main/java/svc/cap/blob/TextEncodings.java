package svc.cap.blob;

import java.util.OptionalLong;

/** Checks texts that will be converted to octets. */
final class TextEncodings {

    private static final int SIXTEEN_BITS = 0b1111;
    private static final int EIGHT_BITS = 0b11;

    private TextEncodings() {}

    /** Returns the length of a text in UTF-8; empty if it has an unpaired surrogate. */
    static OptionalLong utf8(String text) {
        long size = 0;
        for (int i = 0; i < text.length(); i++) {
            char one = text.charAt(i);
            if (one < 0x80) {
                size++;
            } else if (one < 0x800) {
                size += 2;
            } else if (!Character.isSurrogate(one)) {
                size += 3;
            } else if (i + 1 < text.length() && Character.isSurrogatePair(one, text.charAt(i + 1))) {
                size += 4;
                i++;
            } else {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.of(size);
    }

    /**
     * Returns whether the text is canonical base64 (RFC 4648 §4): padded, without line breaks, and with unused bits 0.
     */
    static boolean base64(String text) {
        if (text.length() % 4 != 0) {
            return false;
        }
        int end = text.length();
        while (end > 0 && end > text.length() - 2 && text.charAt(end - 1) == '=') {
            end--;
        }
        for (int i = 0; i < end; i++) {
            if (digit(text.charAt(i)) < 0) {
                return false;
            }
        }
        int padding = text.length() - end;
        int unused = padding == 2 ? SIXTEEN_BITS : padding == 1 ? EIGHT_BITS : 0;
        return end == 0 ? padding == 0 : (digit(text.charAt(end - 1)) & unused) == 0;
    }

    private static int digit(char one) {
        if (one >= 'A' && one <= 'Z') {
            return one - 'A';
        } else if (one >= 'a' && one <= 'z') {
            return one - 'a' + 26;
        } else if (one >= '0' && one <= '9') {
            return one - '0' + 52;
        }
        return one == '+' ? 62 : one == '/' ? 63 : -1;
    }
}
