package svc.shell;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The known words that somebody who typed another may have meant. */
final class Nearest {

    private static final int SUGGESTIONS = 3;

    private Nearest() {}

    /** A clause such as {@code ; did you mean bundle or ban?}, or the full stop when nothing is near. */
    static String clause(String word, Collection<String> known) {
        int tolerance = Math.max(1, word.length() / 3);
        List<String> near = known.stream()
                .distinct()
                .filter(candidate -> candidate.startsWith(word) || distance(word, candidate) <= tolerance)
                .sorted(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(SUGGESTIONS)
                .toList();
        return near.isEmpty() ? "." : "; did you mean " + String.join(" or ", near) + "?";
    }

    /** How many letters must be put in, left out or changed; two that changed places count once. */
    static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
                boolean swap =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                row[j] = swap ? Math.min(row[j], beforeLast[j - 2] + 1) : row[j];
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}
