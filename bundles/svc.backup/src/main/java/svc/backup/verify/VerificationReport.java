package svc.backup.verify;

import java.util.List;
import java.util.SortedSet;

/**
 * The result of a verification.
 *
 * @param problems the damaged, missing and foreign objects
 * @param leftovers packs without an index, which interrupted runs have left and a prune removes
 * @param runs the number of runs
 * @param chunks the number of chunks whose content was verified
 * @param bytes the sum of their sealed lengths
 */
public record VerificationReport(List<Problem> problems, List<String> leftovers, int runs, long chunks, long bytes) {

    /**
     * A problem.
     *
     * @param object the name of the object
     * @param problem what is wrong with it
     * @param runs the ids of the runs that need the object
     */
    public record Problem(String object, String problem, SortedSet<String> runs) {}
}
