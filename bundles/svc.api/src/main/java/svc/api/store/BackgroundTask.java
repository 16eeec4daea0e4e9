package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A part of a long work. Called again and again, each time in a transaction of its own on a thread of the store, never
 * twice at the same time.
 */
@ConsumerType
@FunctionalInterface
public interface Slice {

    /**
     * Does a part and returns when {@code pace} says so (ten milliseconds at most). What it throws undoes this slice and
     * ends the job; earlier slices stay.
     *
     * @return true when there is more to do
     */
    boolean run(Transaction tx, Pace pace);

    /** What the log calls this work when a slice took too long. */
    default String name() {
        return getClass().getName();
    }

    /** Tells a slice how long it may go on. */
    @ProviderType
    @FunctionalInterface
    interface Pace {

        /** False when the slice has had its time or somebody waits. */
        boolean permits();
    }
}
