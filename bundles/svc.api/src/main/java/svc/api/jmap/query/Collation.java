package svc.api.jmap;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/** The rules for comparing texts that the session advertises (RFC 4790, RFC 5051). Threading: any thread. */
public enum Collation {
    /** Whole numbers at the text's beginning; a text without one comes after all. */
    ASCII_NUMERIC("i;ascii-numeric") {
        @Override
        public String key(String text) {
            int end = 0;
            while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
                end++;
            }
            String digits = text.substring(0, end).replaceFirst("^0+(?=.)", "");
            return end == 0 ? NO_NUMBER : (char) ('0' + Math.min(digits.length(), LONGEST_NUMBER)) + digits;
        }
    },
    /** Small ASCII letters are their capitals. */
    ASCII_CASEMAP("i;ascii-casemap") {
        @Override
        public String key(String text) {
            StringBuilder key = new StringBuilder(text.length());
            text.chars().forEach(c -> key.append((char) (c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c)));
            return key.toString();
        }
    },
    /** Letters in title case, each taken apart into letter and marks. */
    UNICODE_CASEMAP("i;unicode-casemap") {
        @Override
        public String key(String text) {
            StringBuilder title = new StringBuilder(text.length());
            text.codePoints().forEach(c -> title.appendCodePoint(Character.toTitleCase(c)));
            return Normalizer.normalize(title, Normalizer.Form.NFKD);
        }
    };

    private static final int LONGEST_NUMBER = 0x7000;
    /** After the first character of every number. */
    private static final String NO_NUMBER = "\uffff";

    private final String id;

    Collation(String id) {
        this.id = id;
    }

    /** Its name on the wire. */
    public String id() {
        return id;
    }

    /** Keys compare by their code points as the texts do by this rule. */
    public abstract String key(String text);

    /** The text without what a search overlooks: case, marks, compatibility forms. */
    public static String folded(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT);
    }

    /**
     * The rule of a comparator; the server's own where it names none.
     *
     * @throws MethodError {@code unsupportedSort} when there is none of this name
     */
    public static Collation of(Optional<String> id) {
        if (id.isEmpty()) {
            return UNICODE_CASEMAP;
        }
        for (Collation collation : values()) {
            if (collation.id.equals(id.get())) {
                return collation;
            }
        }
        throw new MethodError("unsupportedSort", "The session tells which collations there are; this is none of them.");
    }
}
