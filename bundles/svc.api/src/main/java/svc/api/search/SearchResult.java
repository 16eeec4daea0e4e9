package svc.api.search;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The objects that match a query. Each way to look at them costs only what it says.
 *
 * <p>Threading: for the thread that asked. Lifecycle: as long as the snapshot.
 */
@ProviderType
public interface SearchAnswer {

    /** How many there are at most; often more than there really are. Costs next to nothing, to choose a way by. */
    int most();

    /** How many there are. Looks at each of them once. */
    int count();

    /**
     * Those of some numbers that match, in the order in which they were given. Cheap for a few hundred numbers whatever the size
     * of the answer is.
     */
    long[] among(long[] numbers);

    /** All that match, by their {@link SearchDocument#order} and then by their number, either rising or falling. */
    Walk walk(boolean rising);

    /**
     * Whether the answer says everything. It does not while an index is being built, when more texts were waiting than could be
     * read in time.
     */
    boolean whole();

    /** A walk through an answer: what is not asked for is not worked out. */
    @ProviderType
    interface Walk {

        /** The next ones, at most so many; none when there are no more. */
        long[] next(int most);

        /**
         * Leaves out what stands before a place, which costs far less than to get it. A walk that cannot do so goes on where it is.
         *
         * @param order the {@link SearchDocument#order} of the place
         * @param n its number
         */
        default void skip(long order, long n) {
            // goes on where it is
        }
    }
}
