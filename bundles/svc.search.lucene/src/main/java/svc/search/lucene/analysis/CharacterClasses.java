package svc.search.lucene;

import java.lang.Character.UnicodeScript;

/** What the characters of a text are. */
final class Letters {

    private static final int FIRST_DENSE = 0x0E00;

    private Letters() {}

    /** Whether a word may begin with it. */
    static boolean begins(int c) {
        if (c < 0x80) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        }
        int type = Character.getType(c);
        return Character.isLetterOrDigit(c) || type == Character.LETTER_NUMBER || type == Character.OTHER_NUMBER;
    }

    /** Whether it goes on a word that has begun: also what is put on letters, and what is not seen. */
    static boolean continues(int c) {
        return begins(c) || (c >= 0x80 && (mark(c) || Character.getType(c) == Character.FORMAT));
    }

    static boolean mark(int c) {
        if (c < 0x0300) {
            return false;
        }
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || c == 0xFF9E
                || c == 0xFF9F;
    }

    /** Signs that people look for: money, arrows, pictures. */
    static boolean symbol(int c) {
        if (c < 0x80) {
            return c == '$';
        }
        int type = Character.getType(c);
        return type == Character.OTHER_SYMBOL || type == Character.CURRENCY_SYMBOL;
    }

    static boolean apostrophe(int c) {
        return c == '\'' || c == 0x2019 || c == 0x02BC || c == 0xFF07;
    }

    /** Scripts that write words without spaces between them. */
    static boolean dense(int c) {
        if (c < FIRST_DENSE) {
            return false;
        }
        if (c == 0x30FC || c == 0xFF70) {
            return true; // the long sound belongs to two scripts
        }
        return switch (UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO, THAI, LAO, KHMER, MYANMAR, TIBETAN, YI -> true;
            default -> false;
        };
    }
}
