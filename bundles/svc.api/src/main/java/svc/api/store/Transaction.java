package svc.api.store;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One scope's data while it is being changed: reads see what the work itself has done so far.
 *
 * <p>Every change of an object takes a number of its own from the scope's sequence and is told to whoever asks for
 * {@link #changes}. To tell a change of an object that does not live (or the birth of one that does) is a mistake of the
 * caller and fails the whole write with an {@link IllegalStateException}.
 *
 * <p>Threading and lifecycle: as {@link Snapshot}.
 */
@ProviderType
public interface Transaction extends Snapshot {

    /**
     * A new object of {@code type} is born.
     *
     * @return its number, which is also the number of this change
     */
    long created(String type, Facets facets);

    /** An object that was destroyed earlier lives again, under its old number. */
    void recreated(String type, long n);

    /** An object changed in these facets. */
    void updated(String type, long n, Facets facets);

    /** An object lives no more. */
    void destroyed(String type, long n);

    /**
     * Runs a part of the work that may fail alone: when it throws, all that it did is undone, the rest of the transaction
     * stays, and the exception comes through for the caller to catch. Parts may be nested.
     */
    <R> R attempt(Supplier<R> part);

    /**
     * Runs something when all of this is on the disk and before any {@link StateListener} hears of it; never when the write, or
     * the {@link #attempt} that asks for it, fails. It runs on a thread of the store and must be quick; what it throws is logged.
     */
    void afterCommit(Runnable work);

    /** Puts the body of an object into the generic table, in place of an earlier one. Tells no change. */
    void put(String type, long n, byte[] body);

    /** Puts many bodies at once. */
    void put(String type, Map<Long, byte[]> bodies);

    /** Takes bodies out of the generic table; those that are not there are no mistake. Tells no change. */
    void remove(String type, Collection<Long> numbers);

    /** Takes entries out of indexes of the generic table and puts others in; one that is not there, or is already, is fine. */
    void index(String type, Collection<IndexEntry> out, Collection<IndexEntry> in);

    /** Says that from now on the index of a property holds an entry for each object of the generic table. */
    void indexed(String type, String property);

    /**
     * Forgets the changes of a type that are older than {@code before}, and raises its floor in the same transaction. The
     * floor becomes a state that was really given out; when nothing is as old, nothing changes.
     *
     * @return the floor when it was raised
     */
    OptionalLong purge(String type, Instant before);

    /**
     * The number of a new account; only in the scope of the system.
     *
     * @throws IllegalStateException when the organization already has an account of this name
     */
    long enrol(String organization, String name);

    @Override
    SqlWriter sql();
}
