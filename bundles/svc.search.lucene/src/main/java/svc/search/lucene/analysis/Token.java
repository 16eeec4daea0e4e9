package svc.search.lucene;

/**
 * A piece of a text that is found by itself.
 *
 * @param kind what it is
 * @param term how it is compared
 * @param start its first character
 * @param end the one after its last
 * @param joined whether it follows the piece before without anything between them
 */
record Piece(Kind kind, String term, int start, int end, boolean joined) {

    /** What a piece is. */
    enum Kind {
        /** A word, a number, a symbol. */
        WORD,
        /** A word after an apostrophe that follows a word. */
        TAIL,
        /** A letter of a script that does not part its words. */
        DENSE
    }

    boolean dense() {
        return kind == Kind.DENSE;
    }
}
