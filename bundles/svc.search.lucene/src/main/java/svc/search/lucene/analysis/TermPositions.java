package svc.search.lucene.analysis;

import java.util.ArrayList;
import java.util.List;

/**
 * The terms of texts with their positions. Several terms can have one position: an address and its first word, or a
 * pair of characters and the first of these characters.
 */
public final class TermPositions {

    /** The gap between two texts, which no phrase can span. */
    private static final int GAP = 100;

    private final List<String> terms = new ArrayList<>();
    private int[] positions = new int[16];
    private int next;

    public int size() {
        return terms.size();
    }

    public String term(int i) {
        return terms.get(i);
    }

    public int position(int i) {
        return positions[i];
    }

    /** Appends a text; each term gets the prefix. */
    void add(String prefix, String text) {
        int first = next;
        List<MailAddress> addresses = MailAddress.in(text);
        int address = 0;
        List<Token> tokens = Tokenizer.of(text);
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            int position = first + i;
            put(prefix + token.term(), position);
            while (address < addresses.size() && addresses.get(address).end() <= token.start()) {
                address++;
            }
            if (address < addresses.size()) {
                address(prefix, text, addresses.get(address), token, position);
            }
            if (i + 1 < tokens.size()) {
                pair(prefix, token, tokens.get(i + 1), position);
            }
        }
        next = first + tokens.size() + GAP;
    }

    /**
     * Adds the whole address at the position of its first word, and {@code @} with the domain and with each parent
     * domain at the position where that domain starts.
     */
    private void address(String prefix, String text, MailAddress address, Token token, int position) {
        if (token.start() == address.start()) {
            put(prefix + address.whole(text), position);
        } else if (token.start() > address.at()
                && (token.start() == address.at() + 1 || text.charAt(token.start() - 1) == '.')) {
            put(prefix + '@' + WordFolding.fold(text, token.start(), address.end()), position);
        }
    }

    private void pair(String prefix, Token token, Token next, int position) {
        if (token.isIdeographic() && next.isIdeographic() && next.joined()) {
            put(prefix + token.term() + next.term(), position);
        } else if (next.kind() == Token.Kind.TAIL) {
            put(prefix + Tokenizer.shortened(token.term() + next.term()), position);
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
