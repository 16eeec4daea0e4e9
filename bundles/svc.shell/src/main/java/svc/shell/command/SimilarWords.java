package svc.shell.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import svc.api.operation.NearestName;

/** Suggests known words that are similar to an unknown word. */
final class SimilarWords {

    private static final int SUGGESTIONS = 3;

    private SimilarWords() {}

    /** Returns a clause such as {@code ; did you mean bundle or ban?}, or a full stop if no word is similar. */
    static String clause(String word, Collection<String> known) {
        int tolerance = Math.max(1, word.length() / 3);
        List<String> near = known.stream()
                .distinct()
                .filter(candidate -> candidate.startsWith(word) || NearestName.distance(word, candidate) <= tolerance)
                .sorted(Comparator.comparingInt((String candidate) -> NearestName.distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(SUGGESTIONS)
                .toList();
        return near.isEmpty() ? "." : "; did you mean " + String.join(" or ", near) + "?";
    }
}
