package svc.api.operation;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Receives the progress of a long operation. The command line shows it while the operation runs.
 *
 * <p>Threading: used on the thread that runs the operation. Call it for each batch of objects, not for each object.
 */
@ProviderType
@FunctionalInterface
public interface Progress {

    /** Ignores progress; the run is never cancelled. */
    Progress UNSEEN = (done, total, what) -> true;

    /**
     * Reports progress.
     *
     * @param done the amount of completed work in any unit
     * @param total the total amount in the same unit; 0 if unknown
     * @param what a short description of the completed work
     * @return whether the caller still waits; if false, the operation must end as soon as its completed work is
     *     consistent
     */
    boolean tell(long done, long total, String what);

    /**
     * Writes a line of the result before the operation has ended, for an operation that runs until its caller
     * disconnects.
     *
     * @return whether the caller still reads; false if the interface cannot show lines before the end
     */
    default boolean write(String line) {
        return false;
    }
}
