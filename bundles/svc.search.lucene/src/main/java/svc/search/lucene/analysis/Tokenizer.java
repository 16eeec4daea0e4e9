package svc.search.lucene;

import java.util.ArrayList;
import java.util.List;

/** Parts a text into its {@link Piece}s, in their order. */
final class Pieces {

    /** What is longer is compared by its beginning: nobody types it, and what is no text has no end. */
    static final int LONGEST = 64;

    private final String text;
    private final int end;
    private final List<Piece> pieces = new ArrayList<>();
    private int at;

    private Pieces(String text, int from, int end) {
        this.text = text;
        this.at = from;
        this.end = end;
    }

    static List<Piece> of(String text) {
        return of(text, 0, text.length());
    }

    static List<Piece> of(String text, int from, int end) {
        return new Pieces(text, from, end).part();
    }

    private List<Piece> part() {
        while (at < end) {
            int c = text.codePointAt(at);
            if (Letters.dense(c) && Letters.begins(c)) {
                dense(c);
            } else if (Letters.begins(c)) {
                word();
            } else if (Letters.symbol(c)) {
                int from = at;
                at += Character.charCount(c);
                add(Piece.Kind.WORD, from);
            } else {
                at += Character.charCount(c);
            }
        }
        return pieces;
    }

    private void dense(int c) {
        int from = at;
        at += Character.charCount(c);
        while (at < end && Letters.mark(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        add(Piece.Kind.DENSE, from);
    }

    private void word() {
        int from = at;
        while (at < end) {
            int c = text.codePointAt(at);
            if (!Letters.continues(c) || Letters.dense(c)) {
                break;
            }
            at += Character.charCount(c);
        }
        boolean tail = from > 1
                && Letters.apostrophe(text.charAt(from - 1))
                && !pieces.isEmpty()
                && pieces.get(pieces.size() - 1).end() == from - 1
                && !pieces.get(pieces.size() - 1).dense();
        add(tail ? Piece.Kind.TAIL : Piece.Kind.WORD, from);
    }

    private void add(Piece.Kind kind, int from) {
        String term = Folding.fold(text, from, Math.min(at, from + 2 * LONGEST));
        if (!term.isEmpty()) {
            boolean joined = !pieces.isEmpty() && pieces.get(pieces.size() - 1).end() == from;
            pieces.add(new Piece(kind, shortened(term), from, at, joined));
        }
    }

    static String shortened(String term) {
        return term.length() <= LONGEST ? term : term.substring(0, LONGEST);
    }
}
