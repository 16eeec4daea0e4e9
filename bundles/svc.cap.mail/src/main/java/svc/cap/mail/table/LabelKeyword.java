package svc.cap.mail.table;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The index word of a label: the text by which the label is stored among the keywords of emails. It begins with a
 * parenthesis, which no keyword contains (RFC 8621 §4.1.1).
 */
public final class LabelKeyword {

    private static final String MARK = "(";

    private LabelKeyword() {}

    /** Returns the index word of a label. */
    public static String of(long label) {
        return MARK + label;
    }

    /**
     * Returns the index word for a keyword that a client searches for. For a text in the form of the index word of a
     * label, returns a word that no email has, so that the search finds nothing.
     */
    public static String none(String keyword) {
        return isLabel(keyword) ? MARK : keyword;
    }

    /** Returns whether an index word is that of a label. */
    public static boolean isLabel(String keyword) {
        return keyword.startsWith(MARK);
    }

    /** Splits index words: adds the keywords to {@code keywords} and returns the labels. */
    public static Set<Long> splitLabels(Collection<String> words, Set<String> keywords) {
        Set<Long> labels = new HashSet<>();
        for (String keyword : words) {
            if (isLabel(keyword)) {
                labels.add(Long.parseLong(keyword.substring(MARK.length())));
            } else {
                keywords.add(keyword);
            }
        }
        return labels;
    }

    /** Returns the keywords of an email together with the index words of its labels. */
    public static Set<String> allKeywords(Set<String> keywords, Set<Long> labels) {
        if (labels.isEmpty()) {
            return keywords;
        }
        Set<String> words = new HashSet<>(keywords);
        labels.forEach(label -> words.add(of(label)));
        return words;
    }
}
