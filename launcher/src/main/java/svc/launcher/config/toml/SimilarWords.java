package svc.launcher.config.toml;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that is most similar to an unknown one. */
public final class SimilarWords {

    /** Longer names are not compared, because that would be expensive. */
    private static final int LONGEST = 80;

    private SimilarWords() {}

    /**
     * Returns the name with the smallest distance, if it is small enough; case, hyphens and underscores count little.
     */
    public static Optional<String> of(String typed, Collection<String> known) {
        String wanted = plain(typed);
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String name : wanted.length() > LONGEST ? java.util.List.<String>of() : known) {
            int distance = distance(wanted, plain(name));
            if (distance < least || (distance == least && nearest != null && name.compareTo(nearest) < 0)) {
                least = distance;
                nearest = name;
            }
        }
        boolean near = nearest != null && least <= Math.max(1, Math.min(wanted.length(), nearest.length()) / 3);
        return near ? Optional.ofNullable(nearest) : Optional.empty();
    }

    private static String plain(String name) {
        return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the number of insertions, deletions, replacements and swaps of neighbours between two texts. */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 ? j : j == 0 ? i : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int best = Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1);
        best = Math.min(best, cost[i - 1][j - 1] + (same ? 0 : 1));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
