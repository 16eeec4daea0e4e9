package svc.admin;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Words near to a word, and English plurals. */
final class Words {

    private Words() {}

    /** The known word that somebody who typed {@code word} may have meant. */
    static Optional<String> nearest(String word, Collection<String> known) {
        int tolerance = Math.max(1, word.length() / 3);
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= tolerance)
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** How many letters must be put in, left out, changed or swapped with their neighbour. */
    private static int distance(String a, String b) {
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

    /** The flag of a list: {@code domains} repeats as {@code --domain}. */
    static String singular(String plural) {
        if (plural.endsWith("ies")) {
            return plural.substring(0, plural.length() - 3) + "y";
        }
        boolean hissing = plural.matches(".*(ss|x|ch|sh|us)es");
        int ending = hissing ? 2 : plural.endsWith("s") ? 1 : 0;
        return plural.substring(0, plural.length() - ending);
    }
}
