package svc.launcher.config.toml;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import svc.api.operation.NearestName;

/** Finds the known name that is most similar to an unknown one. */
public final class SimilarWords {

    /** The maximum length of compared names. Longer names would be expensive to compare. */
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
            int distance = NearestName.distance(wanted, plain(name));
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
}
