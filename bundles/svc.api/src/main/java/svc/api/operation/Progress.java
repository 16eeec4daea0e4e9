package svc.api.operation;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Where an operation that takes long tells how far it is; who asked for it on the command line reads it while it runs.
 *
 * <p>Threading: the thread that runs the operation. Telling is cheap enough for every portion of work, not for every object.
 */
@ProviderType
@FunctionalInterface
public interface Progress {

    /** Of a run that nobody watches, and that goes on to its end. */
    Progress UNSEEN = (done, total, what) -> true;

    /**
     * Tells how far it is.
     *
     * @param done how much is done, in any unit
     * @param total how much there is in the same unit; 0 when nobody knows
     * @param what a few words on what was done so far
     * @return whether somebody still waits for the end; if not, the operation ends as soon as what it did so far is whole
     */
    boolean tell(long done, long total, String what);
}
