package svc.search.lucene.analysis;

import java.lang.Character.UnicodeScript;

/** Character classes of the tokenizer. */
final class CharacterClasses {

    private static final int FIRST_DENSE = 0x0E00;

    private CharacterClasses() {}

    /** Returns whether a word can start with the character. */
    static boolean begins(int c) {
        if (c < 0x80) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        }
        int type = Character.getType(c);
        return Character.isLetterOrDigit(c) || type == Character.LETTER_NUMBER || type == Character.OTHER_NUMBER;
    }

    /**
     * Returns whether the character continues a word; true also for combining marks and invisible format characters.
     */
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

    /** Returns whether the character is a searchable symbol, such as a currency sign, an arrow or an emoji. */
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

    /** Returns whether the script of the character is written without spaces between words. */
    static boolean isIdeographic(int c) {
        if (c < FIRST_DENSE) {
            return false;
        }
        if (c == 0x30FC || c == 0xFF70) {
            return true; // the prolonged sound mark belongs to two scripts
        }
        return switch (UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO, THAI, LAO, KHMER, MYANMAR, TIBETAN, YI -> true;
            default -> false;
        };
    }
}
