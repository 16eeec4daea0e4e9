package svc.api.jmap.type;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Account;
import svc.api.jmap.CallContext;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * A type whose objects are described by a record; the record components are the properties. Register it as a service.
 * The server then stores the objects and answers {@code /get}, {@code /changes}, {@code /set}, {@code /copy},
 * {@code /query} and {@code /queryChanges} for them.
 *
 * <p>A component may be a {@code String}, {@code boolean}, {@code int}, {@code long}, {@code double}, their boxes, an
 * enum, {@link java.time.Instant} (a {@code UTCDate}), a {@code List}, a {@code Map} with string keys, or another
 * record. A {@code @Nullable} component may be null and is null when omitted. Any other component is required at
 * creation unless it has a {@link Default}. See also {@link Immutable}, {@link ServerSet}, {@link MaxLength},
 * {@link Filterable}, {@link RefersTo} and {@link BlobRef}. Every object has an {@code id}, which is not a component.
 * The components of a nested record may have {@link Default}, {@link MaxLength} and {@link BlobRef}; a client may change
 * them one by one.
 *
 * <p>Thread-safe: methods may be called from several threads at once. When the service is unregistered, the derived
 * methods disappear and the objects stay.
 *
 * @param <T> the record of the type
 */
@ConsumerType
public interface ObjectType<T extends Record> {

    /** Returns the name of the type, with an initial capital; by default the simple name of the record. */
    default String name() {
        return recordType().getSimpleName();
    }

    /** Returns the URN of the capability that a request must use. */
    String capability();

    /** Returns the record class. */
    Class<T> recordType();

    /** Returns the first letter of the ids. */
    default char idPrefix() {
        return isSingleton() ? 's' : name().toLowerCase(Locale.ROOT).charAt(0);
    }

    /** Returns the methods available to clients; all by default. A singleton has only {@code /get} and {@code /set}. */
    default Set<StandardMethod> methods() {
        return EnumSet.allOf(StandardMethod.class);
    }

    /**
     * Returns the description of the type, to which this method may add what the record cannot express: arguments,
     * facets, and capabilities of methods.
     *
     * @param derived the description that was derived from the record
     */
    default TypeDescriptor describe(TypeDescriptor derived) {
        return derived;
    }

    /**
     * Returns whether an account always has exactly one object, with the id {@code singleton} (RFC 8620 §5.3). Until it
     * is updated, its properties have their defaults.
     */
    default boolean isSingleton() {
        return false;
    }

    /** Returns the maximum number of objects in an account; a client that creates more gets {@code overQuota}. */
    default int maxObjects() {
        return Integer.MAX_VALUE;
    }

    /** Returns the order of a query that has no comparators; by default the order of creation. */
    default List<SortComparator> defaultSort() {
        return List.of();
    }

    /** Returns the storage of the objects; empty to store them in the table of the engine. */
    default Optional<RecordStorage<T>> storage() {
        return Optional.empty();
    }

    /**
     * Returns the objects that an account begins with. They are created before the first method call in an account that
     * never had objects of this type. Called outside any store transaction.
     */
    default List<T> initialObjects(Account account) {
        return List.of();
    }

    /** Called before a standard method runs in an account; see {@link TypeSource#beforeCall}. */
    default void beforeCall(Scope scope, Account account) {}

    /** Called in the transaction in which an object, which is a container, is shared; see {@link TypeSource#shared}. */
    default void shared(Transaction tx, long container, Set<Long> added) {}

    /**
     * Validates a change by rules that the record cannot express, and may complete it. It is called on a snapshot
     * before the changes of a call are made, and again in the transaction if the object has changed in between. It must
     * have no other side effects. Rules that depend on other data belong into {@link TransactionRules}.
     *
     * @throws SetError if the change is rejected
     */
    default void validate(Edit<T> edit) {}

    /**
     * Returns the objects with the {@linkplain ServerSet#computed computed} properties for a call. Objects that are left
     * out are not visible to the call. Called only if the record has such properties.
     */
    default Map<Long, T> compute(Snapshot snapshot, CallContext context, Map<Long, T> objects) {
        return objects;
    }
}
