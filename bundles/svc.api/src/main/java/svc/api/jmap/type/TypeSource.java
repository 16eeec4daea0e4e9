package svc.api.jmap.type;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;
import svc.api.jmap.CallContext;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.json.JsonWriter;
import svc.api.store.BackgroundTask;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.api.store.Visibility;

/**
 * A type whose objects are stored in a bundle's own tables. Register it as a service. The server derives the standard
 * methods as for an {@link ObjectType}: the engine implements the rules of RFC 8620; the source reads, writes and
 * matches the objects.
 *
 * <p>An object is identified by the number that the store assigned at {@link Transaction#logCreated}.
 *
 * <p>Thread-safe: methods may be called from several threads at once. A method with a snapshot must not write to the
 * network. A method with a transaction must not block.
 */
@ConsumerType
public interface TypeSource {

    /** Returns the description of the type. It must not change while the service is registered. */
    TypeDescriptor descriptor();

    /**
     * Returns whose data the objects are. If they belong to the tenant, all scopes and snapshots that are passed to this
     * source are those of the tenant; clients reach the objects through their own accounts. There is no
     * {@code /copy} for such a type, and push notifications only together with those for shared accounts.
     */
    default DataOwner owner() {
        return DataOwner.ACCOUNT;
    }

    /** Returns the numbers of objects that are greater than {@code after}, in ascending order; at most {@code max}. */
    List<Long> numbers(Snapshot snapshot, long after, int max);

    /**
     * Returns those of the numbers whose objects a caller may see. Called for accounts of which only some containers are
     * shared with the caller. A type whose objects are in containers must implement this method. Numbers of objects that
     * do not exist may be among the result.
     */
    default Set<Long> visible(Snapshot snapshot, Visibility visibility, Collection<Long> numbers) {
        if (visibility instanceof Visibility.All) {
            return Set.copyOf(numbers);
        }
        return visibility instanceof Visibility.Objects some
                ? numbers.stream().filter(some.numbers()::contains).collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /**
     * Returns the numbers of the objects that a caller may see, in ascending order. If there are more than {@code max},
     * returns at least so many of them. Called for accounts of which only some containers are shared with the caller. By
     * default, tests all objects.
     */
    default List<Long> numbers(Snapshot snapshot, Visibility visibility, int max) {
        List<Long> numbers = new ArrayList<>();
        int atOnce = 500;
        List<Long> page = numbers(snapshot, 0, atOnce);
        while (!page.isEmpty() && numbers.size() < max) {
            Set<Long> visible = visible(snapshot, visibility, page);
            page.stream().filter(visible::contains).forEach(numbers::add);
            page = numbers(snapshot, page.get(page.size() - 1), atOnce);
        }
        return numbers;
    }

    /**
     * Called in the transaction in which an object, which is a container, is shared. The source begins to
     * {@linkplain Transaction#watch watch} the objects in the container, if it has not begun yet. Until this is
     * complete, users with whom the container is shared cannot calculate the changes of these objects.
     *
     * @param added the numbers of the accounts with which the container was not shared before, except as members of
     *     groups
     */
    default void shared(Transaction tx, long container, Set<Long> added) {}

    /**
     * Returns whether another user than the owner is subscribed to at least one of some containers. Users get push
     * notifications only for accounts in which they are subscribed to a container. A change of a subscription must be
     * {@linkplain Transaction#logUpdated logged} as a change of the container.
     *
     * @param user the number of the account of the user
     * @param containers the containers that are shared with the user
     */
    default boolean isSubscribed(Snapshot snapshot, long user, Set<Long> containers) {
        return !containers.isEmpty();
    }

    /**
     * Returns the container of the same type in which a container is. A container that a user creates in a container of
     * another user is shared like that container, so that the user sees it.
     */
    default OptionalLong parent(Snapshot snapshot, long container) {
        return OptionalLong.empty();
    }

    /**
     * Returns whether callers can create objects in containers that are shared with them, because the source checks their
     * rights. Otherwise, the engine rejects such creates.
     */
    default boolean supportsSharedCreates() {
        return false;
    }

    /**
     * Called before a standard method runs in an account, outside any store transaction. It creates objects that must
     * exist before the first read. It must cost nothing once they exist.
     *
     * @param scope the scope of the objects
     * @param account the account that the call names
     */
    default void beforeCall(Scope scope, Account account) {}

    /** Returns whether a property that matches a pattern of the descriptor exists. */
    default boolean matchesPattern(String property) {
        return true;
    }

    /**
     * Opens a read of objects for a client, outside any store transaction: loads data that is not in the database, or
     * rejects the call. A type whose objects are entirely in the database need not override this method. Push calls
     * {@link #read} directly, and only for properties that a {@code /get} returns by default.
     *
     * @throws MethodError if an argument or a property is invalid
     */
    default ReadTask openRead(Scope scope, Collection<Long> numbers, PropertySelection selection) {
        return (snapshot, objects) -> read(snapshot, numbers, selection, objects);
    }

    /**
     * Returns the extra arguments of {@code /get} with which the engine reads the current values of properties that a
     * client sends back but cannot change (RFC 8620 §5.3).
     */
    default Map<String, @Nullable Object> comparisonArguments() {
        return Map.of();
    }

    /**
     * Returns whether a client that sends back a value in another form sends the current one. Called only if the values
     * differ as JSON.
     *
     * @param sent the value that the client sent
     * @param current the value that was read with {@link #comparisonArguments}
     */
    default boolean isCurrent(String property, @Nullable Object sent, @Nullable Object current) {
        return false;
    }

    /** The read of some objects for a client. Called once, on the thread that called {@link #openRead}. */
    @ConsumerType
    @FunctionalInterface
    interface ReadTask {

        /** Writes the objects that exist, each once, in any order. */
        void read(Snapshot snapshot, ObjectSink objects);
    }

    /** Writes the objects that exist among {@code numbers}, each once, in any order. */
    void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects);

    /**
     * Loads or writes the external data of changes, such as blobs, before validation and outside any store transaction.
     * The method attaches the results with {@link SetBatch.Change#attach}, and may reject changes. An id in a change
     * may still be a creation id of this call.
     */
    default void loadExternal(Scope scope, SetBatch batch) {}

    /**
     * Validates changes before they are made, outside the writing transaction: parses, checks, encodes, and attaches
     * the results with {@link SetBatch.Change#attach}. The method may reject changes. The data that it reads may change
     * before the transaction.
     */
    default void validate(Snapshot snapshot, SetBatch batch) {}

    /**
     * Makes or rejects each change of the batch. If a change is neither made nor rejected, the call fails.
     *
     * <p>In an account of which only some containers are shared with the caller, the engine has already rejected
     * changes of objects, and references to objects, that are not visible. The source checks the rights of the caller in
     * the containers.
     */
    default void apply(Transaction tx, SetBatch batch) {
        throw new UnsupportedOperationException("this type has no /set");
    }

    /**
     * Makes some of the changes, or a part of their consequences, like {@link #apply}, and leaves the rest to further
     * transactions. Types whose changes take long implement this method. Each change is made completely in one
     * transaction. In the next call, the batch contains only the remaining changes.
     *
     * @param pace whether to continue; called after each portion
     * @return whether changes are left
     */
    default boolean applySome(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        apply(tx, batch);
        return false;
    }

    /**
     * Called after the changes of a call are committed. Implicit calls of the same request are added with
     * {@link MethodCall#addImplicitCall}.
     *
     * @param call the method call
     * @param context the context that the changes were made in
     * @param made the attached values of the changes that were made: for a create by {@code #} and the creation id,
     *     otherwise by id; changes without an attached value are omitted
     */
    default void afterCommit(MethodCall call, CallContext context, Map<String, Object> made) {}

    /**
     * Plans a query. The results must contain only objects that the caller may see: see
     * {@link TypeDescriptor#visibility}. The engine closes the plan. If the method throws, it must leave nothing open.
     *
     * @throws MethodError {@code unsupportedFilter}, {@code unsupportedSort} or {@code invalidArguments}
     */
    default QueryPlan plan(Snapshot snapshot, Query query) {
        throw new UnsupportedOperationException("this type has no /query");
    }

    /** Receives the objects of a {@code /get}. */
    @ProviderType
    interface ObjectSink {

        /**
         * Begins an object, and writes its id and its contributed properties. Returns the writer for the other members.
         */
        JsonWriter begin(long n);

        /** Ends the object. */
        void end();
    }
}
