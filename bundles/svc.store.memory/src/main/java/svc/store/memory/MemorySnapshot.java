package svc.store.memory;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.KeyRange;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.State;

/** A scope's data at one moment. */
sealed class MemorySnapshot implements Snapshot permits MemoryTransaction {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9:._-]{0,63}");

    private final Scope scope;
    private final Work work;

    MemorySnapshot(Scope scope, Work work) {
        this.scope = scope;
        this.work = work;
    }

    final TypeKey key(String type) {
        work.check();
        if (!NAME.matcher(type).matches()) {
            throw new IllegalArgumentException("A type's name is a letter and up to 63 letters, digits and : . _ -");
        }
        return new TypeKey(scope.n(), type);
    }

    private svc.store.memory.Collection collection(String type) {
        return work.draft().read(key(type));
    }

    @Override
    public final Scope scope() {
        return scope;
    }

    @Override
    public final State state(String type) {
        long head = collection(type).head();
        return new State(work.draft().root().account(scope.n()).epoch(), head);
    }

    @Override
    public final Set<String> types() {
        work.check();
        return work.draft().root().types(scope.n());
    }

    @Override
    public final OptionalLong floor(String type) {
        return collection(type).floor();
    }

    @Override
    public final Optional<Changes> changes(String type, State since, int max) {
        return new Window(collection(type), state(type)).read(since, max);
    }

    @Override
    public final List<Long> createdAndDestroyed(String type, State since, int max) {
        return collection(type).things().entrySet().stream()
                .filter(entry -> !entry.getValue().alive() && entry.getValue().lastBorn() > since.sequence())
                .sorted(Comparator.comparing(entry -> entry.getValue().lastDied()))
                .map(Map.Entry::getKey)
                .limit(max)
                .toList();
    }

    @Override
    public final Map<Long, Long> lastChanges(String type, Collection<Long> numbers) {
        return living(type, numbers, Thing::changed);
    }

    @Override
    public final Map<Long, Long> lastChanges(String type, Collection<Long> numbers, Facets facets) {
        return living(type, numbers, thing -> thing.changed(facets));
    }

    private Map<Long, Long> living(String type, Collection<Long> numbers, ToLongFunction<Thing> value) {
        Map<Long, Thing> things = collection(type).things();
        Map<Long, Long> found = new HashMap<>();
        for (Long n : numbers) {
            Thing thing = things.get(n);
            if (thing != null && thing.alive()) {
                found.put(n, value.applyAsLong(thing));
            }
        }
        return found;
    }

    @Override
    public final Optional<byte[]> body(String type, long n) {
        return Optional.ofNullable(collection(type).bodies().get(n));
    }

    @Override
    public final Map<Long, byte[]> bodies(String type, Collection<Long> numbers) {
        Map<Long, byte[]> found = new TreeMap<>(collection(type).bodies());
        found.keySet().retainAll(Set.copyOf(numbers));
        return found;
    }

    @Override
    public final List<Body> scan(String type, long after, int max) {
        return collection(type).bodies().tailMap(after, false).entrySet().stream()
                .limit(Math.max(0, max))
                .map(entry -> new Body(entry.getKey(), entry.getValue()))
                .toList();
    }

    @Override
    public final long[] numbers(String type, int skip, int limit) {
        return collection(type).bodies().keySet().stream()
                .mapToLong(Long::longValue)
                .skip(skip)
                .limit(limit)
                .toArray();
    }

    @Override
    public final int rank(String type, long n) {
        return collection(type).bodies().headMap(n, false).size();
    }

    @Override
    public final int count(String type) {
        return collection(type).bodies().size();
    }

    @Override
    public final boolean isIndexed(String type, String property) {
        return collection(type).indexes().isWhole(property);
    }

    @Override
    public final long[] scanIndex(String type, KeyRange stretch, boolean ascending, int skip, int limit) {
        return collection(type)
                .indexes()
                .walk(stretch, ascending)
                .skip(skip)
                .limit(limit)
                .toArray();
    }

    @Override
    public final int count(String type, KeyRange stretch) {
        return collection(type).indexes().count(stretch);
    }

    @Override
    public final int rank(String type, IndexEntry entry) {
        return collection(type).indexes().rank(entry);
    }

    @Override
    public final OptionalLong findAccount(String organization, String name) {
        systemOnly();
        return work.draft().root().accounts().entrySet().stream()
                .filter(entry -> entry.getKey() > 0
                        && entry.getValue().organization().equals(organization)
                        && entry.getValue().name().equals(name))
                .mapToLong(Map.Entry::getKey)
                .findFirst();
    }

    final void systemOnly() {
        work.check();
        if (scope.n() != 0) {
            throw new IllegalStateException("Accounts are known in the scope of the system only");
        }
    }

    @Override
    public Sql sql() {
        throw noTables();
    }

    static UnsupportedOperationException noTables() {
        return new UnsupportedOperationException("The store in memory has no tables");
    }
}
