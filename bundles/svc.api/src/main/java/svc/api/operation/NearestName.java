package svc.api.operation;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that is most similar to a mistyped name, for error messages. */
public final class NearestName {

    private NearestName() {}

    /**
     * Returns the known name with the smallest edit distance to the given name; of several, the alphabetically first.
     * Empty if the smallest distance is more than a third of the length of the given name, or more than 1 for a short
     * name.
     */
    public static Optional<String> of(String name, Collection<String> known) {
        int tolerance = Math.max(1, name.length() / 3);
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= tolerance)
                .min(Comparator.comparingInt((String candidate) -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /**
     * Returns the edit distance (optimal string alignment): insertions, deletions, changes and swaps of neighbours each
     * count as one.
     */
    public static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
