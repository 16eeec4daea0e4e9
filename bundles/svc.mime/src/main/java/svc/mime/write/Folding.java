package svc.mime;

/** A header field being written, which goes on in a new line where it would get longer than it should (RFC 5322 §2.2.3). */
final class Folding {

    /** A line should not get longer (RFC 5322 §2.1.1). */
    static final int LINE = 78;

    /** A line must not get longer. */
    static final int MAX_LINE = 998;

    /** A word that is longer has to be encoded in pieces. */
    static final int LONGEST_WORD = MAX_LINE - LINE;

    private final StringBuilder out = new StringBuilder();
    private int column;
    private boolean empty = true;

    Folding(String name) {
        out.append(name).append(':');
        column = out.length();
    }

    /** Writes a word behind a space. */
    void word(String word) {
        word(" ", word);
    }

    /** Writes a word behind white space, in which the line may end. */
    void word(String space, String word) {
        if (!empty && column + space.length() + word.length() > LINE) {
            out.append("\r\n");
            column = 0;
        }
        out.append(space).append(word);
        column += space.length() + word.length();
        empty = false;
    }

    /** How many characters a word may have that still goes into this line, behind a space. */
    int room() {
        return LINE - column - 1;
    }

    /** The field, with its end. */
    String line() {
        return out.append("\r\n").toString();
    }
}
