package svc.api.store;

import java.util.OptionalLong;

/**
 * How a number is written for people and clients: a letter that tells the kind, then the number in base 32, all lower case
 * ({@code a1}, {@code t2k}). One number has exactly one text.
 */
public final class ObjectId {

    private static final int BASE = 32;
    private static final int LONGEST = 1 + 13;

    private ObjectId() {}

    /** The text of a number, 1 or more. */
    public static String text(char letter, long n) {
        return letter + Long.toString(n, BASE);
    }

    /** The number of a text; empty when the text is none of this kind. */
    public static OptionalLong number(char letter, String text) {
        if (text.length() < 2 || text.length() > LONGEST || text.charAt(0) != letter || text.charAt(1) == '0') {
            return OptionalLong.empty();
        }
        long n = 0;
        for (int i = 1; i < text.length(); i++) {
            int digit = digit(text.charAt(i));
            if (digit < 0 || n > (Long.MAX_VALUE - digit) / BASE) {
                return OptionalLong.empty();
            }
            n = n * BASE + digit;
        }
        return OptionalLong.of(n);
    }

    private static int digit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'v' ? c - 'a' + 10 : -1;
    }
}
