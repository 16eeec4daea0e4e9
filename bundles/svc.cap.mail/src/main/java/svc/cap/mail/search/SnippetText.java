package svc.cap.mail.search;

import java.util.List;
import svc.api.search.SearchIndex.Highlight;

/** Renders a text with highlighted matches as HTML. All markup except {@code <mark>} is escaped (RFC 8621 §5). */
final class SnippetText {

    /** Maximum size of a preview in octets. */
    static final int MOST = 255;

    /** Octets that the preview shows before the first match. */
    private static final int BEFORE = 80;

    private static final String OPEN = "<mark>";
    private static final String CLOSE = "</mark>";
    private static final String MORE = "…";
    private static final int MORE_OCTETS = 3;

    private final String text;
    private final StringBuilder html = new StringBuilder();
    private final int max;
    private int octets;
    private boolean space = true;

    private SnippetText(String text, int max) {
        this.text = text;
        this.max = max;
    }

    /** Renders the whole text. */
    static String whole(String text, List<Highlight> marks) {
        SnippetText snippet = new SnippetText(text, Integer.MAX_VALUE);
        snippet.write(0, marks);
        return snippet.html.toString();
    }

    /** Renders the part of a text around the first match, in one line. */
    static String preview(String text, List<Highlight> marks) {
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

    /** Returns the start of the preview: a word boundary shortly before the first match. */
    private static int begin(String text, int mark) {
        int min = mark;
        int before = 0;
        while (min > 0 && before < BEFORE) {
            int c = text.codePointBefore(min);
            min -= Character.charCount(c);
            before += octets(escaped(c));
        }
        for (int i = min; i < mark && min > 0; i++) {
            if (Character.isWhitespace(text.charAt(i))) {
                return i + 1;
            }
        }
        return min;
    }

    /** Writes as much of the text as fits. Returns whether all of it was written. */
    private boolean write(int from, List<Highlight> marks) {
        int at = from;
        for (Highlight mark : marks) {
            if (!letters(at, mark.start(), 0) || !marked(mark)) {
                return false;
            }
            at = mark.end();
        }
        return letters(at, text.length(), 0);
    }

    /**
     * Writes as much of a match as fits, or nothing if not even its first character fits. Returns whether all of the
     * match was written.
     */
    private boolean marked(Highlight mark) {
        int required = OPEN.length() + CLOSE.length();
        int first = text.codePointAt(mark.start());
        if (octets + required + octets(escaped(first)) > max) {
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
            if (max < Integer.MAX_VALUE && blank && space) {
                continue;
            }
            String letter = blank && max < Integer.MAX_VALUE ? " " : escaped(c);
            int size = octets(letter);
            if (octets + size + reserved > max) {
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
