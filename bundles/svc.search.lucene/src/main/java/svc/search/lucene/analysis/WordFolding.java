package svc.search.lucene.analysis;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Locale;

/**
 * Folds words to a common form: lower case, without accents in scripts where users omit them, decimal digits of all
 * scripts as 0 to 9, and compatibility characters (ligatures, wide forms) decomposed.
 */
public final class WordFolding {

    private static final int BREVE = 0x0306;
    private static final int TATWEEL = 0x0640;

    private WordFolding() {}

    /** Returns the folded form of a range of the text; may be empty. */
    public static String fold(String text, int from, int to) {
        char[] letters = new char[to - from];
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return foldAny(text.substring(from, to));
            }
            letters[i - from] = c >= 'A' && c <= 'Z' ? (char) (c + 0x20) : c;
        }
        return new String(letters);
    }

    private static String foldAny(String text) {
        String lowerCase = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        String decomposed = Normalizer.normalize(lowerCase, Normalizer.Form.NFD);
        StringBuilder folded = new StringBuilder(decomposed.length());
        int base = ' ';
        for (int i = 0; i < decomposed.length(); ) {
            int c = decomposed.codePointAt(i);
            i += Character.charCount(c);
            if (Character.getType(c) != Character.NON_SPACING_MARK) {
                base = c;
                append(folded, c);
            } else if (keeps(base, c)) {
                folded.appendCodePoint(c);
            }
        }
        return Normalizer.normalize(folded, Normalizer.Form.NFC);
    }

    /**
     * Returns whether a letter with this mark is a letter of its own, and not only an accented form of its base letter.
     */
    private static boolean keeps(int base, int mark) {
        UnicodeScript script = UnicodeScript.of(base);
        return switch (script) {
            case LATIN, GREEK, ARABIC, HEBREW, COMMON -> false;
            case CYRILLIC -> mark == BREVE;
            default -> true;
        };
    }

    private static void append(StringBuilder folded, int c) {
        switch (c) {
            case 'ß' -> folded.append("ss");
            case 'æ' -> folded.append("ae");
            case 'œ' -> folded.append("oe");
            case 'þ' -> folded.append("th");
            case 'ø' -> folded.append('o');
            case 'ł' -> folded.append('l');
            case 'đ', 'ð' -> folded.append('d');
            case 'ħ' -> folded.append('h');
            case 'ı' -> folded.append('i');
            case 'ς' -> folded.append('σ');
            default -> {
                if (Character.isDigit(c)) {
                    folded.append(Character.digit(c, 10));
                } else if (c != TATWEEL && !Character.isIdentifierIgnorable(c)) {
                    folded.appendCodePoint(c);
                }
            }
        }
    }
}
