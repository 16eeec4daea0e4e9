package svc.api.store;

import java.util.OptionalLong;

/**
 * Converts object numbers to ids and back. An id is a letter for the type, then the number in base 32 in lower case
 * ({@code a1}, {@code t2k}). Every number has exactly one id.
 */
public final class ObjectId {

    private static final int BASE = 32;
    private static final int LONGEST = 1 + 13;

    private ObjectId() {}

    /** Returns the id of a number; the number must be 1 or more. */
    public static String format(char letter, long n) {
        return letter + Long.toString(n, BASE);
    }

    /** Returns the number of an id; empty if the text is not an id with this letter. */
    public static OptionalLong parse(char letter, String text) {
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
