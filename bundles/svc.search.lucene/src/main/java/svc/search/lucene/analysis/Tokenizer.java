package svc.search.lucene.analysis;

import java.util.ArrayList;
import java.util.List;

/** Splits a text into {@link Token}s, in order. */
public final class Tokenizer {

    /** Maximum length of a term. Longer words are compared by their beginning. */
    static final int LONGEST = 64;

    private final String text;
    private final int end;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Tokenizer(String text, int from, int end) {
        this.text = text;
        this.at = from;
        this.end = end;
    }

    public static List<Token> of(String text) {
        return of(text, 0, text.length());
    }

    static List<Token> of(String text, int from, int end) {
        return new Tokenizer(text, from, end).part();
    }

    private List<Token> part() {
        while (at < end) {
            int c = text.codePointAt(at);
            if (CharacterClasses.isIdeographic(c) && CharacterClasses.begins(c)) {
                addIdeographic(c);
            } else if (CharacterClasses.begins(c)) {
                word();
            } else if (CharacterClasses.symbol(c)) {
                int from = at;
                at += Character.charCount(c);
                add(Token.Kind.WORD, from);
            } else {
                at += Character.charCount(c);
            }
        }
        return tokens;
    }

    private void addIdeographic(int c) {
        int from = at;
        at += Character.charCount(c);
        while (at < end && CharacterClasses.mark(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        add(Token.Kind.DENSE, from);
    }

    private void word() {
        int from = at;
        while (at < end) {
            int c = text.codePointAt(at);
            if (!CharacterClasses.continues(c) || CharacterClasses.isIdeographic(c)) {
                break;
            }
            at += Character.charCount(c);
        }
        boolean tail = from > 1
                && CharacterClasses.apostrophe(text.charAt(from - 1))
                && !tokens.isEmpty()
                && tokens.get(tokens.size() - 1).end() == from - 1
                && !tokens.get(tokens.size() - 1).isIdeographic();
        add(tail ? Token.Kind.TAIL : Token.Kind.WORD, from);
    }

    private void add(Token.Kind kind, int from) {
        String term = WordFolding.fold(text, from, Math.min(at, from + 2 * LONGEST));
        if (!term.isEmpty()) {
            boolean joined = !tokens.isEmpty() && tokens.get(tokens.size() - 1).end() == from;
            tokens.add(new Token(kind, shortened(term), from, at, joined));
        }
    }

    public static String shortened(String term) {
        return term.length() <= LONGEST ? term : term.substring(0, LONGEST);
    }
}
