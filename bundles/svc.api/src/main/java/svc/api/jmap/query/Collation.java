package svc.api.jmap.query;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import svc.api.jmap.MethodError;

/** The collation algorithms that the session advertises (RFC 4790, RFC 5051). Thread-safe. */
public enum Collation {
    /** Compares the decimal numbers at the beginning of the strings; a string without a number sorts last. */
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
    /** Compares lower-case ASCII letters as upper-case. */
    ASCII_CASEMAP("i;ascii-casemap") {
        @Override
        public String key(String text) {
            StringBuilder key = new StringBuilder(text.length());
            text.chars().forEach(c -> key.append((char) (c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c)));
            return key.toString();
        }
    },
    /** Compares strings in title case after compatibility decomposition. */
    UNICODE_CASEMAP("i;unicode-casemap") {
        @Override
        public String key(String text) {
            StringBuilder title = new StringBuilder(text.length());
            text.codePoints().forEach(c -> title.appendCodePoint(Character.toTitleCase(c)));
            return Normalizer.normalize(title, Normalizer.Form.NFKD);
        }
    };

    private static final int LONGEST_NUMBER = 0x7000;
    /** The key of a string without a number. It sorts after the first character of every key with a number. */
    private static final String NO_NUMBER = "\uffff";

    private final String id;

    Collation(String id) {
        this.id = id;
    }

    /** Returns the identifier of the collation in JMAP. */
    public String id() {
        return id;
    }

    /** Returns a sort key. Keys compared by code point have the order of the strings under this collation. */
    public abstract String key(String text);

    /** Returns the text normalized for search: without case, combining marks and compatibility forms. */
    public static String folded(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the collation of a comparator, or the default if it names none.
     *
     * @throws MethodError {@code unsupportedSort} if the collation is unknown
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
        throw new MethodError(
                "unsupportedSort", "The collation is unknown. The session lists the supported collations.");
    }
}
