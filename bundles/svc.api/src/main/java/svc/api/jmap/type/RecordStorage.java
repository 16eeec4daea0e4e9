package svc.api.jmap.type;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * Stores the objects of an {@link ObjectType} in the bundle's own tables. The engine writes the change log, so the
 * methods only read and write rows. A query reads all objects of the account, so an account should have few of them.
 *
 * <p>Thread-safe. Threading: as for the snapshot or transaction passed in.
 *
 * @param <T> the record of the type
 */
@ConsumerType
public interface RecordStorage<T extends Record> {

    /**
     * Returns the numbers of objects that are greater than {@code after}, in ascending order; at most {@code max}. Not
     * called for a singleton.
     */
    List<Long> numbers(Snapshot snapshot, long after, int max);

    /** Returns the objects that exist among {@code numbers}. */
    Map<Long, T> read(Snapshot snapshot, Collection<Long> numbers);

    /** Inserts a new object. Required if clients can create objects. */
    default void insert(Transaction tx, long n, T object) {
        throw new UnsupportedOperationException("objects of this type cannot be created");
    }

    /** Replaces an object; for a singleton, the object may not have been stored yet. Required for updates. */
    default void update(Transaction tx, long n, T object) {
        throw new UnsupportedOperationException("objects of this type cannot be updated");
    }

    /** Deletes an object. Required if clients can destroy objects. */
    default void delete(Transaction tx, long n) {
        throw new UnsupportedOperationException("objects of this type cannot be destroyed");
    }
}
