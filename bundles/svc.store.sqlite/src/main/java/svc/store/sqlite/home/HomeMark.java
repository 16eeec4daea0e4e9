package svc.store.sqlite.home;

import java.util.Comparator;

/**
 * The identity and progress of a database, stored in its table {@code store_home} and in the twin file.
 *
 * @param id the random id of the home; empty in a database of an earlier release
 * @param generation the number of the start that wrote the mark; after a restore at least the time in seconds since
 *     1970
 * @param commits the number of transactions that changed rows
 */
public record HomeMark(String id, long generation, long commits) {

    /** Orders marks by start, and within a start by commits. */
    static final Comparator<HomeMark> ORDER =
            Comparator.comparingLong(HomeMark::generation).thenComparingLong(HomeMark::commits);
}
