package svc.api.search;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The objects that match a query, computed as far as a method needs them. A result keeps index files open: the caller
 * must close it, also after an error.
 *
 * <p>Threading: for the thread that called the search. Lifecycle: valid until it is closed, and at most until the
 * snapshot ends.
 */
@ProviderType
public interface SearchResult extends AutoCloseable {

    /**
     * Returns an upper bound of the number of objects, often larger than the actual number. The method is cheap, so
     * that it can be used for query planning.
     */
    int upperBound();

    /** Returns the number of objects. Visits each object once. */
    int count();

    /**
     * Returns the given numbers whose objects match, in the given order. Cheap for a few hundred numbers, whatever the
     * size of the result.
     */
    long[] matching(long[] numbers);

    /**
     * Returns a cursor over all matching objects by {@link SearchDocument#order} and number, ascending or descending.
     */
    Cursor cursor(boolean rising);

    /**
     * Returns whether the result is complete. It is incomplete if an index is being built, and so many texts are not
     * indexed yet that they cannot be read in time.
     */
    boolean isComplete();

    /**
     * Closes the index files. Afterwards the other methods and the cursors must not be called; the methods that read
     * the files throw an {@link IllegalStateException}. Closing again has no effect.
     */
    @Override
    void close();

    /** A lazy cursor over a result. */
    @ProviderType
    interface Cursor {

        /** Returns the next numbers, at most {@code most}; an empty array at the end. */
        long[] next(int most);

        /**
         * Skips the objects before a position, which is far cheaper than reading them. A cursor that cannot skip stays
         * where it is.
         *
         * @param order the {@link SearchDocument#order} of the position
         * @param n the number of the object at the position
         */
        default void skip(long order, long n) {
            // The default does not skip.
        }
    }
}
