package svc.backup.format;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The names of the objects of a repository. */
public final class Layout {

    /** The object that identifies the repository. */
    public static final String REPO = "repo";

    /** The prefix of packs: sealed chunks, one after the other. */
    public static final String PACKS = "packs/";

    /** The prefix of indexes: the chunks of the pack of the same name. */
    public static final String INDEX = "index/";

    /** The prefix of runs: the manifests. */
    public static final String RUNS = "runs/";

    /** The prefix of lists of objects that a later prune removes. */
    public static final String PRUNE = "prune/";

    /** The prefix of locks of a writer. */
    public static final String LOCK = "lock/";

    /** The prefix of records of accounts that were erased after a run. */
    public static final String ERASED = "erased/";

    /** The prefix of records of restores that were rehearsed. */
    public static final String DRILLS = "drills/";

    private static final int MOST_IN_A_SECOND = 999;
    private static final String NUMBER = "-%03d";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Pattern KNOWN =
            Pattern.compile("repo|(packs|index)/[0-9a-f]{32}|(runs|prune)/[0-9]{8}T[0-9]{6}Z-[0-9]{3}|lock/[0-9]{8}"
                    + "|(erased|drills)/[A-Za-z0-9][A-Za-z0-9._-]*");

    private Layout() {}

    /** Returns whether a repository can contain an object of this name. */
    public static boolean isKnown(String name) {
        return KNOWN.matcher(name).matches();
    }

    /** Returns the UTC time and number that name a run, for example {@code 20261127T010203Z-001}. */
    public static String timed(Instant time, int number) {
        return TIME.format(time) + String.format(Locale.ROOT, NUMBER, number);
    }

    /** Returns the time of the id of a run or of a list of objects to remove. */
    public static Instant time(String id) {
        return TIME.parse(id.substring(0, id.lastIndexOf('-')), Instant::from);
    }

    /** Returns the id with the next number of the same second; empty after the last one. */
    public static Optional<String> following(String id) {
        int dash = id.lastIndexOf('-');
        int number = Integer.parseInt(id.substring(dash + 1)) + 1;
        return number > MOST_IN_A_SECOND
                ? Optional.empty()
                : Optional.of(id.substring(0, dash) + String.format(Locale.ROOT, NUMBER, number));
    }

    /** Returns the name of an object without its prefix. */
    public static String id(String name) {
        return name.substring(name.indexOf('/') + 1);
    }
}
