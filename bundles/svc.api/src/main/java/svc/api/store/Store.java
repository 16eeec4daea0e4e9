package svc.api.store;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The persistent store. Reads see a consistent snapshot. Writes are atomic and durable. Long tasks run in small slices.
 *
 * <p>Thread-safe. Every method blocks until its work is done, except {@link #schedule}. A write inside a write, a read
 * or a slice throws an {@link IllegalStateException}. A read inside a write also throws this exception; the write must
 * read from its {@link Transaction}. A read inside a read uses the same snapshot.
 *
 * <p>Lifecycle: the service exists from the end of schema migration until the server stops. Afterwards every method
 * throws a {@link StoreException} of the kind {@link StoreException.Kind#STOPPED}. In a process that runs one command
 * without a server, the service exists from the beginning, so that operations that depend on it can be registered, but
 * the store is closed: until a command opens it, every method throws an exception of the kind
 * {@link StoreException.Kind#CLOSED}. Components must therefore not use the store during activation; background work
 * begins in the phase {@code ready} of a start.
 */
@ProviderType
public interface Store {

    /**
     * Runs {@code work} on a snapshot of the data committed before the call, on the calling thread. The work must be
     * short, because a store may end a snapshot held for many seconds, and must never write to the network.
     */
    <R> R read(Scope scope, SnapshotCallback<R> work);

    /**
     * Runs {@code work} and commits its changes. When the method returns, the changes are durable and readable. If the
     * work throws, all its changes are rolled back and the exception is rethrown. The store may run the work more than
     * once; see {@link TransactionCallback}.
     *
     * <p>The work may run on a thread of the store. It must not block or do its own input or output, which includes the
     * bytes of blobs. Expensive
     * computation (parsing, hashing, encoding) belongs before the call.
     */
    <R> R write(Scope scope, TransactionCallback<R> work);

    /** Runs {@code work} like {@link #write(Scope, TransactionCallback)}, with several scopes in one transaction. */
    <R> R write(Set<Scope> scopes, MultiScopeCallback<R> work);

    /**
     * Schedules a long task, which runs in small slices. Each slice is a transaction. Slices run when no write is
     * waiting; under load, they run only occasionally. Returns at once. The task keeps its progress in its own rows, so
     * that it can continue after a restart and after a slice that was undone: a store does not persist tasks.
     */
    BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice);

    /**
     * Overwrites the remains of deleted data on disk: copies the write-ahead log into the database and truncates the
     * log. Waits briefly for readers.
     *
     * @return false if a reader still uses an older snapshot; try again later
     */
    default boolean overwriteDeleted() {
        return true;
    }

    /** Returns the identity of the store's home directory; empty for a store without one, as in a test. */
    default Optional<HomeIdentity> home() {
        return Optional.empty();
    }

    /**
     * The identity of the home directory that a store belongs to. Data outside the database that must be consistent with
     * it (indexes, caches) stores {@code home} and {@code restored}, and is rebuilt when they differ.
     *
     * @param home a random id, created once
     * @param generation increases with every start
     * @param restored the generation in which the server last detected that the database is a restored copy; 0 if never
     */
    record HomeIdentity(String home, long generation, long restored) {

        /**
         * Returns the time at which the restored copy was detected, in whole seconds; 1970 if never. The time is
         * derived from the generation: after a restore, the generation is raised to the current time in seconds.
         */
        public Instant restoredAt() {
            return Instant.ofEpochSecond(restored);
        }

        /** Returns whether the restored copy was detected at this start. */
        public boolean justRestored() {
            return restored == generation;
        }
    }
}
