package svc.api.jmap;

import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The objects of a type that is described by a record, for the methods of the bundle that brings it (see
 * {@link Call#records}). What is changed here stands in the log of changes like every change; the type's
 * {@link ObjectType#check} is not asked.
 *
 * <p>Threading and lifecycle: those of the snapshot or transaction that is handed in.
 *
 * @param <T> the record
 */
@ProviderType
public interface Records<T extends Record> {

    /** An object by its id, or by {@code #} and the creation id it had in this request. */
    Optional<T> find(Snapshot snapshot, String id);

    /** All objects by their ids, in the order in which they were created; the map is the caller's own. */
    Map<String, T> all(Snapshot snapshot);

    /** Makes a new object; its id. */
    String create(Transaction tx, T object);

    /**
     * Puts an object in the place of the one that has this id; one that is equal to it changes nothing.
     *
     * @throws IllegalStateException when there is none
     */
    void update(Transaction tx, String id, T object);

    /**
     * Ends an object.
     *
     * @throws IllegalStateException when there is none
     */
    void destroy(Transaction tx, String id);
}
