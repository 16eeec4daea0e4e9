package svc.cap.mail;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Under which word the messages with a label are found: one that is no keyword, since those have no bracket (RFC 8621 §4.1.1). */
final class LabelWord {

    private static final String MARK = "(";

    private LabelWord() {}

    /** That of a label. */
    static String of(long label) {
        return MARK + label;
    }

    /** A word that somebody looks for as a keyword: no message has one that is the word of a label. */
    static String none(String keyword) {
        return is(keyword) ? MARK : keyword;
    }

    private static boolean is(String word) {
        return word.startsWith(MARK);
    }

    /** Puts those of some words that are keywords to others; the labels for which the rest stands. */
    static Set<Long> divide(Collection<String> words, Set<String> keywords) {
        Set<Long> labels = new HashSet<>();
        for (String word : words) {
            if (is(word)) {
                labels.add(Long.parseLong(word.substring(MARK.length())));
            } else {
                keywords.add(word);
            }
        }
        return labels;
    }
}
