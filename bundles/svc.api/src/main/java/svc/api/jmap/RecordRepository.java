package svc.api.jmap;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * Reads and changes the objects of a type that is described by a record, for methods of the bundle that provides the
 * type (see {@link MethodCall#records}). Every change is written to the change log. {@code ObjectType.validate} of the
 * type is not called.
 *
 * <p>Threading and lifecycle: those of the snapshot or transaction passed in.
 *
 * @param <T> the record of the type
 */
@ProviderType
public interface RecordRepository<T extends Record> {

    /** Returns an object by its id, or by {@code #} and a creation id of this request. */
    Optional<T> find(Snapshot snapshot, String id);

    /** Returns all objects by id, in the order of their creation. The caller may modify the map. */
    Map<String, T> all(Snapshot snapshot);

    /** Creates an object and returns its id. */
    String create(Transaction tx, T object);

    /**
     * Replaces the object with this id. If the new object equals the stored object, nothing changes.
     *
     * @throws IllegalStateException if there is no object with this id
     */
    void update(Transaction tx, String id, T object);

    /**
     * Destroys an object.
     *
     * @throws IllegalStateException if there is no object with this id
     */
    void destroy(Transaction tx, String id);
}
