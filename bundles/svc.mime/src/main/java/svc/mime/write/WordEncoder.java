package svc.mime.write;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Writes encoded words (RFC 2047): UTF-8, at most 75 characters each, no character split between words. */
final class WordEncoder {

    private static final String SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/";
    private static final String START = "=?UTF-8?";
    /**
     * The maximum number of characters between {@code =?UTF-8?q?} and {@code ?=}, so that a word has at most 75
     * characters (RFC 2047 §2).
     */
    private static final int CONTENT = 63;

    private static final int LONGEST = 75;

    private WordEncoder() {}

    /** If a line has less room than this, the first word is moved to a new line. */
    private static final int SHORTEST = 12;

    /**
     * Returns the text as encoded words, to be written with white space between them.
     *
     * @param remaining the preferred maximum length of the first word, so that it fits in the current line
     */
    static List<String> words(String text, int remaining) {
        boolean quoted = quoted(text) <= (text.getBytes(StandardCharsets.UTF_8).length + 2) / 3 * 4;
        List<String> words = new ArrayList<>();
        StringBuilder encoded = new StringBuilder();
        int width = 0;
        int content = Math.min(CONTENT, remaining - (LONGEST - CONTENT));
        content = content < SHORTEST ? CONTENT : content;
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            String character =
                    Character.isValidCodePoint(point) && !isHalf(point) ? Character.toString(point) : "\uFFFD";
            int more = quoted ? quoted(character) : character.getBytes(StandardCharsets.UTF_8).length;
            if (width + more > (quoted ? content : content / 4 * 3)) {
                words.add(word(encoded.toString(), quoted));
                encoded.setLength(0);
                width = 0;
                content = CONTENT;
            }
            encoded.append(character);
            width += more;
            at += Character.charCount(point);
        }
        words.add(word(encoded.toString(), quoted));
        return words;
    }

    private static boolean isHalf(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static int quoted(String text) {
        int width = 0;
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            width += octet == ' ' || SAFE.indexOf(octet) >= 0 ? 1 : 3;
        }
        return width;
    }

    private static String word(String text, boolean quoted) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!quoted) {
            return START + "B?" + Base64.getEncoder().encodeToString(bytes) + "?=";
        }
        StringBuilder word = new StringBuilder(START).append("Q?");
        for (byte octet : bytes) {
            if (octet == ' ') {
                word.append('_');
            } else if (SAFE.indexOf(octet) >= 0) {
                word.append((char) octet);
            } else {
                word.append('=').append(String.format("%02X", octet & 0xff));
            }
        }
        return word.append("?=").toString();
    }
}
