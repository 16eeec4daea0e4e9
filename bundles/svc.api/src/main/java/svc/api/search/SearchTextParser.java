package svc.api.search;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import svc.api.search.SearchQuery.FieldRef;

/** Parses a text that a user typed into a query (RFC 8621 §4.4.1). */
final class SearchTextParser {

    private final FieldRef place;
    private final String text;
    private final List<SearchQuery> parts = new ArrayList<>();
    private final Set<Integer> unclosed = new HashSet<>();
    private int at;

    SearchTextParser(FieldRef place, String text) {
        this.place = place;
        this.text = text;
    }

    SearchQuery query() {
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (space(c)) {
                at += Character.charCount(c);
            } else if ((c == '"' || c == '\'') && closing(c) > 0) {
                phrase(c);
            } else {
                word();
            }
        }
        return parts.size() == 1 ? parts.get(0) : new SearchQuery.And(parts);
    }

    private static boolean space(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /**
     * Returns the index of the quotation mark that closes the phrase at the current position. If there is none, returns
     * 0, and the opening quotation mark is an ordinary character.
     */
    private int closing(int mark) {
        if (unclosed.contains(mark)) {
            return 0;
        }
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == mark && ends(mark, i + 1)) {
                return i;
            }
        }
        unclosed.add(mark);
        return 0;
    }

    /** Returns whether a quotation mark ends the phrase: an apostrophe inside a word does not. */
    private boolean ends(int mark, int next) {
        return mark == '"' || next == text.length() || !Character.isLetterOrDigit(text.codePointAt(next));
    }

    private void phrase(int mark) {
        int end = closing(mark);
        StringBuilder words = new StringBuilder();
        for (int i = at + 1; i < end; i++) {
            if (text.charAt(i) == '\\' && i + 1 < end) {
                i++;
            }
            words.append(text.charAt(i));
        }
        at = end + 1;
        parts.add(new SearchQuery.Phrase(place, words.toString()));
    }

    private void word() {
        int from = at;
        while (at < text.length() && !space(text.codePointAt(at)) && text.charAt(at) != '"') {
            at += Character.charCount(text.codePointAt(at));
        }
        if (at == from) {
            at++; // skips an unclosed quotation mark
            return;
        }
        String word = text.substring(from, at);
        int stars = word.length();
        while (stars > 0 && word.charAt(stars - 1) == '*') {
            stars--;
        }
        parts.add(
                stars < word.length()
                        ? new SearchQuery.Prefix(place, word.substring(0, stars))
                        : new SearchQuery.Word(place, word));
    }
}
