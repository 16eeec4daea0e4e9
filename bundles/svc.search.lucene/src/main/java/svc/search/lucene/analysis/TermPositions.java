package svc.search.lucene;

import java.util.ArrayList;
import java.util.List;

/**
 * The terms under which a text is found, and where in it they are. Several may have the same position: an address beside its
 * first word, a pair of letters beside the first of them.
 */
final class Terms {

    /** What is put between two texts: no phrase reaches over it. */
    private static final int GAP = 100;

    private final List<String> terms = new ArrayList<>();
    private int[] positions = new int[16];
    private int next;

    int size() {
        return terms.size();
    }

    String term(int i) {
        return terms.get(i);
    }

    int position(int i) {
        return positions[i];
    }

    /** Adds a text behind what is there, each term with a prefix. */
    void add(String prefix, String text) {
        int first = next;
        List<MailAddress> addresses = MailAddress.in(text);
        int address = 0;
        List<Piece> pieces = Pieces.of(text);
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            int position = first + i;
            put(prefix + piece.term(), position);
            while (address < addresses.size() && addresses.get(address).end() <= piece.start()) {
                address++;
            }
            if (address < addresses.size()) {
                address(prefix, text, addresses.get(address), piece, position);
            }
            if (i + 1 < pieces.size()) {
                pair(prefix, piece, pieces.get(i + 1), position);
            }
        }
        next = first + pieces.size() + GAP;
    }

    /** The whole address stands where its first word stands, {@code @} and a domain where the domain begins. */
    private void address(String prefix, String text, MailAddress address, Piece piece, int position) {
        if (piece.start() == address.start()) {
            put(prefix + address.whole(text), position);
        } else if (piece.start() > address.at()
                && (piece.start() == address.at() + 1 || text.charAt(piece.start() - 1) == '.')) {
            put(prefix + '@' + Folding.fold(text, piece.start(), address.end()), position);
        }
    }

    private void pair(String prefix, Piece piece, Piece next, int position) {
        if (piece.dense() && next.dense() && next.joined()) {
            put(prefix + piece.term() + next.term(), position);
        } else if (next.kind() == Piece.Kind.TAIL) {
            put(prefix + Pieces.shortened(piece.term() + next.term()), position);
        }
    }

    private void put(String term, int position) {
        if (terms.size() == positions.length) {
            positions = java.util.Arrays.copyOf(positions, positions.length * 2);
        }
        positions[terms.size()] = position;
        terms.add(term);
    }
}
