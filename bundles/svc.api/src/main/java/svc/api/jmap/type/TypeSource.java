package svc.api.jmap;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Reach;
import svc.api.json.JsonSink;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * A type whose objects lie in a bundle's own tables. Register it as a service, and the derived methods come as for an
 * {@link ObjectType}: the engine keeps the rules of the protocol, the source reads, writes and matches.
 *
 * <p>An object is known by its number, the one the store gave it at {@link Transaction#created}.
 *
 * <p>Threading: any thread, several at once. What takes a snapshot must not write to the network, what takes a transaction
 * must not wait for anything.
 */
@ConsumerType
public interface TypeSource {

    /** What the type is like. Always the same while the service is registered. */
    Shape shape();

    /** The numbers of all objects in their order; at most {@code max}. */
    List<Long> all(Snapshot snapshot, int max);

    /**
     * A call of a derived method begins in an account, outside any work of the store: what must be there before anybody looks is
     * made here. Must cost nothing once it is.
     */
    default void enter(Scope scope) {}

    /** Whether a property is there that a pattern of the shape stands for. */
    default boolean accepts(String property) {
        return true;
    }

    /**
     * Begins to read objects for a client, outside any work of the store: what does not lie in the database is fetched here, or
     * refused. A type whose objects lie there alone needs none of it. {@link #read} is asked without it for what others see of
     * the objects, by the standard properties alone.
     *
     * @throws MethodError where an argument or a property is not as it must be
     */
    default Portion open(Scope scope, Collection<Long> numbers, Selection selection) {
        return (snapshot, objects) -> read(snapshot, numbers, selection, objects);
    }

    /** Some objects that a client gets together. Called once, on the thread that opened it. */
    @ConsumerType
    @FunctionalInterface
    interface Portion {

        /** Writes those that exist, each once, in any order. */
        void read(Snapshot snapshot, ObjectSink objects);
    }

    /** Writes the objects that exist among {@code numbers}, each once, in any order. */
    void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects);

    /**
     * Gathers what changes bring along before anything is looked at, outside any work of the store: writes a blob, reads one.
     * Keeps what it found with {@link SetBatch.Change#keep}, and may refuse. A creation id of this call may still stand in the
     * place of an id.
     */
    default void gather(Scope scope, SetBatch batch) {}

    /**
     * Looks at changes before they are made, away from the writer: parses, checks, encodes, and keeps what it found with
     * {@link SetBatch.Change#keep}. It may refuse, and must not rely on what it read staying as it is.
     */
    default void prepare(Snapshot snapshot, SetBatch batch) {}

    /** Makes changes, or refuses them one by one. A change that is neither made nor refused is a defect. */
    default void apply(Transaction tx, SetBatch batch) {
        throw new UnsupportedOperationException("this type has no /set");
    }

    /**
     * The changes of a call are made and committed. What shall follow them in the same request is told to the call ({@link
     * Call#then}).
     *
     * @param made what was kept of each change that was made: of a new object by {@code #} and its creation id, of any other by
     *     its id; changes of which nothing was kept are left out
     * @param more the further arguments of the call, as in {@link SetBatch#more}
     */
    default void made(Call call, Reach reach, Map<String, Object> made, Map<String, @Nullable Object> more) {}

    /**
     * Finds the way to answer a query.
     *
     * @throws MethodError {@code unsupportedFilter}, {@code unsupportedSort} or {@code invalidArguments}
     */
    default QueryPlan plan(Snapshot snapshot, Query query) {
        throw new UnsupportedOperationException("this type has no /query");
    }

    /** Where the objects of a {@code /get} go. */
    @ProviderType
    interface ObjectSink {

        /** Begins an object; its id and what other bundles contribute are written already. Members go into the sink. */
        JsonSink begin(long n);

        /** Ends it. */
        void end();
    }
}
