package svc.mime.write;

/** Builds a header field and folds it before lines become too long (RFC 5322 §2.2.3). */
final class Folding {

    /** The recommended maximum length of a line (RFC 5322 §2.1.1). */
    static final int LINE = 78;

    /** The absolute maximum length of a line (RFC 5322 §2.1.1). */
    static final int MAX_LINE = 998;

    /** The maximum length of a word. Longer words must be encoded in pieces. */
    static final int LONGEST_WORD = MAX_LINE - LINE;

    private final StringBuilder out = new StringBuilder();
    private int column;
    private boolean empty = true;

    Folding(String name) {
        out.append(name).append(':');
        column = out.length();
    }

    /** Appends a word after a space. */
    void word(String word) {
        word(" ", word);
    }

    /** Appends a word after white space at which the line may be folded. */
    void word(String space, String word) {
        if (!empty && column + space.length() + word.length() > LINE) {
            out.append("\r\n");
            column = 0;
        }
        out.append(space).append(word);
        column += space.length() + word.length();
        empty = false;
    }

    /** Returns the maximum length of a word that fits in this line after a space. */
    int remaining() {
        return LINE - column - 1;
    }

    /** Returns the field including its final line break. */
    String line() {
        return out.append("\r\n").toString();
    }
}
