package svc.api.store;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The data of one scope during a write. A read returns the changes that the callback has made so far.
 *
 * <p>Every change of an object takes its own number from the sequence of the scope and is reported by {@link #changes}.
 * Logging an update or destroy of an object that does not exist, or a create of one that does, is a programming error:
 * the whole write fails with an {@link IllegalStateException}.
 *
 * <p>Threading and lifecycle: as for {@link Snapshot}.
 */
@ProviderType
public interface Transaction extends Snapshot {

    /**
     * Logs that an object of {@code type} was created.
     *
     * @return the number of the new object, which is also the number of this change
     */
    long logCreated(String type, Facets facets);

    /**
     * Logs that an object was created under a number of another number space, for example that of accounts. All objects
     * of the type in the scope must have such numbers. An object that was destroyed can be created again.
     */
    void logCreatedAs(String type, long n);

    /** Logs that a destroyed object exists again under its old number. */
    void logRecreated(String type, long n);

    /** Logs that an object changed in these facets. */
    void logUpdated(String type, long n, Facets facets);

    /**
     * Logs that an object joined or left containers, and did not change otherwise. In a container in which the object
     * stays, this is not a change, so that a reader of this container does not learn of the others.
     */
    void logMoved(String type, long n, Facets facets);

    /** Logs that an object was destroyed. */
    void logDestroyed(String type, long n);

    /**
     * Logs that an object is in a container from now on. If the container is not watched, nothing happens. An object
     * that already is in the container counts as changed there.
     *
     * <p>An update of an object is logged in all watched containers that it is in, and its destruction ends all its
     * memberships, without a further call. An object that is logged as recreated is in no container until it joins one.
     *
     * @param type the type of the object
     * @param n the number of the object, which exists
     * @param container any number that identifies the container among all containers of the account, in general the
     *     number of the object that is the container
     * @return whether the container is watched, and the change was logged
     */
    boolean joined(String type, long n, long container);

    /**
     * Logs that an object is no longer in a container. If the container is not watched, or the object is not in it,
     * nothing happens.
     */
    void left(String type, long n, long container);

    /**
     * Begins or continues to watch a container: from the first call on, the membership log records which objects of a
     * type are in it. A container that is not watched costs nothing.
     *
     * <p>The objects that were in the container before are passed in portions, in the order of a key that never changes
     * for an object, each portion read in the transaction that passes it. The call with {@code complete} passes the
     * last portion. From then on, the changes since the state at this time can be calculated. If the work is
     * interrupted, it starts again with the first portion; objects that are in the log already are ignored. A call for
     * a container that is watched completely has no effect.
     *
     * @param type the type of the members
     * @param container the container
     * @param members objects that are in the container now
     * @param complete whether all objects in the container have been passed
     */
    void watch(String type, long container, Collection<Long> members, boolean complete);

    /**
     * Ends to watch a container that does not exist any more, after all objects have left it. From now on, the changes in
     * it cannot be calculated. What the log has of its earlier members is deleted together with other old changes. Does
     * nothing if the container is not watched.
     */
    void unwatch(String type, long container);

    /**
     * Raises the state of a push-only type. The type has no objects, and {@link #changes} never reports any: clients
     * receive only its new state. See {@code Capability.pushOnlyTypes}.
     */
    void touched(String type);

    /**
     * Runs a part of the transaction in a savepoint. If the part throws, its changes are rolled back, the rest of the
     * transaction stays, and the exception is rethrown. Savepoints may be nested.
     */
    <R> R withSavepoint(Supplier<R> part);

    /**
     * Runs a callback after the commit is durable and before any {@link StateListener} is notified. It does not run if
     * the write, or the surrounding {@link #withSavepoint}, fails. It runs on a thread of the store and must be quick;
     * exceptions are logged.
     */
    void afterCommit(Runnable work);

    /**
     * Makes the commit of this transaction wait until the given data is on the disk. If the data cannot be forced to the
     * disk, the transactions that are committed together fail.
     */
    void after(Durable data);

    /** Stores the body of an object in the generic table and replaces an earlier one. Does not log a change. */
    void put(String type, long n, byte[] body);

    /** Stores several bodies. */
    void put(String type, Map<Long, byte[]> bodies);

    /** Removes bodies from the generic table; missing ones are ignored. Does not log a change. */
    void remove(String type, Collection<Long> numbers);

    /**
     * Removes and adds entries in indexes of the generic table. Missing entries to remove and existing entries to add
     * are ignored.
     */
    void updateIndex(String type, Collection<IndexEntry> out, Collection<IndexEntry> in);

    /** Marks the index of a property as complete: it has an entry for each object in the generic table. */
    void markIndexComplete(String type, String property);

    /**
     * Purges the changes of a type that are older than {@code before} and raises the {@link #floor} of the type in the
     * same transaction. The new floor is the sequence number of a state that clients may have received. If no change is
     * old enough, nothing changes.
     *
     * @return the floor if it was raised
     */
    OptionalLong purgeChanges(String type, Instant before);

    /**
     * Assigns a number to a new account and returns this number; only in the system scope.
     *
     * @throws IllegalStateException if the organization already has an account with this name
     */
    long createAccount(String organization, String name);

    @Override
    SqlWriter sql();

    /**
     * Data outside the database that must be on the disk before a transaction that refers to it is committed; see
     * {@link #after}. Two equal objects are the same data. Thread-safe.
     */
    @ConsumerType
    @FunctionalInterface
    interface Durable {

        /**
         * Forces the data to the disk. The store calls this method on its own thread, once for all transactions that it
         * commits together.
         *
         * @throws IOException the data may not be on the disk; no transaction that refers to it is committed. A
         *     {@link svc.api.blob.StorageFullException} says that the disk is full.
         */
        void force() throws IOException;
    }
}
