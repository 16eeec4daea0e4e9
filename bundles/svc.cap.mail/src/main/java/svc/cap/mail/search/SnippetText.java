package svc.cap.mail;

import java.util.List;
import svc.api.search.SearchIndex.Mark;

/** Shows where in a text something was found: HTML in which nothing is markup but the marks (RFC 8621 §5). */
final class SnippetText {

    /** What a preview may have, in octets. */
    static final int MOST = 255;

    /** So many octets are shown before the first mark. */
    private static final int BEFORE = 80;

    private static final String OPEN = "<mark>";
    private static final String CLOSE = "</mark>";
    private static final String MORE = "…";
    private static final int MORE_OCTETS = 3;

    private final String text;
    private final StringBuilder html = new StringBuilder();
    private final int most;
    private int octets;
    private boolean space = true;

    private SnippetText(String text, int most) {
        this.text = text;
        this.most = most;
    }

    /** The whole text. */
    static String whole(String text, List<Mark> marks) {
        SnippetText snippet = new SnippetText(text, Integer.MAX_VALUE);
        snippet.write(0, marks);
        return snippet.html.toString();
    }

    /** The part of a text with the first mark, in one line. */
    static String preview(String text, List<Mark> marks) {
        SnippetText snippet = new SnippetText(text, MOST - MORE_OCTETS);
        int from = begin(text, marks.get(0).start());
        if (from > 0) {
            snippet.plain(MORE, MORE_OCTETS);
        }
        if (!snippet.write(from, marks)) {
            snippet.html.append(MORE);
        }
        return snippet.html.toString().strip();
    }

    /** A little before the first mark, where a word begins. */
    private static int begin(String text, int mark) {
        int least = mark;
        int before = 0;
        while (least > 0 && before < BEFORE) {
            int c = text.codePointBefore(least);
            least -= Character.charCount(c);
            before += octets(escaped(c));
        }
        for (int i = least; i < mark && least > 0; i++) {
            if (Character.isWhitespace(text.charAt(i))) {
                return i + 1;
            }
        }
        return least;
    }

    /** Writes as much as may be; whether that was all. */
    private boolean write(int from, List<Mark> marks) {
        int at = from;
        for (Mark mark : marks) {
            if (!letters(at, mark.start(), 0) || !marked(mark)) {
                return false;
            }
            at = mark.end();
        }
        return letters(at, text.length(), 0);
    }

    /** A mark that does not fit is cut, but not left out where nothing else is marked. */
    private boolean marked(Mark mark) {
        int needed = OPEN.length() + CLOSE.length();
        int first = text.codePointAt(mark.start());
        if (octets + needed + octets(escaped(first)) > most) {
            return false;
        }
        plain(OPEN, OPEN.length());
        boolean all = letters(mark.start(), mark.end(), CLOSE.length());
        plain(CLOSE, CLOSE.length());
        return all;
    }

    private boolean letters(int from, int to, int reserved) {
        for (int i = from; i < to; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            boolean blank = Character.isWhitespace(c) || Character.isISOControl(c);
            if (most < Integer.MAX_VALUE && blank && space) {
                continue;
            }
            String letter = blank && most < Integer.MAX_VALUE ? " " : escaped(c);
            int size = octets(letter);
            if (octets + size + reserved > most) {
                return false;
            }
            plain(letter, size);
            space = blank;
        }
        return true;
    }

    private void plain(String letters, int size) {
        html.append(letters);
        octets += size;
    }

    private static String escaped(int c) {
        return switch (c) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> "&quot;";
            default -> Character.toString(c);
        };
    }

    private static int octets(String letter) {
        int c = letter.codePointAt(0);
        if (c < 0x80) {
            return letter.length();
        }
        return c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }
}
