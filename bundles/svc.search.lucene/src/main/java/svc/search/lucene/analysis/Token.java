package svc.search.lucene.analysis;

/**
 * A searchable unit of a text.
 *
 * @param kind the kind of the token
 * @param term the folded form
 * @param start the position of the first character
 * @param end the position after the last character
 * @param joined whether the token follows the previous token without a separator
 */
public record Token(Kind kind, String term, int start, int end, boolean joined) {

    /** The kind of a token. */
    public enum Kind {
        /** A word, number or symbol. */
        WORD,
        /** A word after an apostrophe that follows another word. */
        TAIL,
        /** A character of a script that does not separate words. */
        DENSE
    }

    public boolean isIdeographic() {
        return kind == Kind.DENSE;
    }
}
