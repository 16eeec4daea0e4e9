package svc.core.records;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.api.jmap.CallContext;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RecordStorage;
import svc.api.jmap.type.TransactionRules;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.json.Json;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.core.objects.InvalidServiceException;

/** A type that is declared as a record, and read access to its objects. */
final class RecordModel<T extends Record> {

    /** The number whose id is {@code singleton}. */
    static final long SINGLETON = ObjectId.parse('s', "singleton").orElseThrow();

    private static final int PAGE = 1000;

    private final ObjectType<T> type;
    private final RecordCodec<T> codec;
    private final TypeDescriptor descriptor;
    private final Optional<RecordStorage<T>> storage;
    private final Optional<TransactionRules<T>> rules;

    @SuppressWarnings("unchecked") // the rules of a type have the record of the type
    RecordModel(ObjectType<T> type, Json json) {
        this.type = type;
        this.codec = new RecordCodec<>(type.recordType(), json);
        this.storage = type.storage();
        this.rules =
                type instanceof TransactionRules<?> known ? Optional.of((TransactionRules<T>) known) : Optional.empty();
        Set<StandardMethod> methods = EnumSet.copyOf(type.methods());
        if (type.isSingleton()) {
            methods.retainAll(EnumSet.of(StandardMethod.GET, StandardMethod.SET));
            checkSingleton();
        }
        codec.checkDefaults(storage.isEmpty() || methods.contains(StandardMethod.SET));
        this.descriptor = type.describe(new TypeDescriptor(
                type.name(),
                type.capability(),
                type.idPrefix(),
                codec.properties().values().stream()
                        .map(RecordProperty::described)
                        .toList(),
                methods));
    }

    private void checkSingleton() {
        if (type.idPrefix() != 's') {
            throw new InvalidServiceException(type.name(), "is a singleton and must have the id prefix s");
        }
        if (codec.properties().values().stream()
                .anyMatch(property -> property.standard().isEmpty())) {
            throw new InvalidServiceException(
                    type.name(), "is a singleton, and each of its components needs a @Default or @Nullable");
        }
    }

    ObjectType<T> type() {
        return type;
    }

    String name() {
        return descriptor.type();
    }

    RecordCodec<T> codec() {
        return codec;
    }

    TypeDescriptor descriptor() {
        return descriptor;
    }

    Optional<RecordStorage<T>> storage() {
        return storage;
    }

    Optional<TransactionRules<T>> rules() {
        return rules;
    }

    /** Returns whether the objects are stored in the generic table in the form in which clients read them. */
    boolean isPlain() {
        return storage.isEmpty() && !codec.isComputed() && !type.isSingleton();
    }

    List<Long> numbers(Snapshot snapshot, long after, int max) {
        if (type.isSingleton()) {
            return after < SINGLETON ? List.of(SINGLETON) : List.of();
        }
        return storage.map(own -> own.numbers(snapshot, after, max)).orElseGet(() -> {
            int skip = after == 0 ? 0 : snapshot.rank(name(), after + 1);
            return Arrays.stream(snapshot.numbers(name(), skip, max)).boxed().toList();
        });
    }

    /** Returns the objects that exist among {@code wanted}, in this order. */
    Map<Long, RecordVersion<T>> load(Snapshot snapshot, Collection<Long> wanted) {
        Map<Long, RecordVersion<T>> found = new HashMap<>();
        Collection<Long> numbers =
                type.isSingleton() ? wanted.stream().filter(n -> n == SINGLETON).toList() : wanted;
        if (storage.isPresent()) {
            storage.get().read(snapshot, numbers).forEach((n, object) -> found.put(n, RecordVersion.of(codec, object)));
        } else {
            snapshot.bodies(name(), numbers).forEach((n, body) -> found.put(n, RecordVersion.of(codec, body)));
        }
        if (type.isSingleton() && !numbers.isEmpty()) {
            found.putIfAbsent(SINGLETON, RecordVersion.of(codec, codec.defaults()));
        }
        Map<Long, RecordVersion<T>> ordered = new LinkedHashMap<>();
        numbers.forEach(n -> {
            RecordVersion<T> version = found.get(n);
            if (version != null) {
                ordered.put(n, version);
            }
        });
        return ordered;
    }

    /** Returns the comparators of a query. */
    List<SortComparator> sort(Query query) {
        return query.sort().isEmpty() ? type.defaultSort() : query.sort();
    }

    /** Returns all objects in the order of their numbers. */
    Map<Long, RecordVersion<T>> all(Snapshot snapshot) {
        List<Long> numbers = numbers(snapshot, 0, Integer.MAX_VALUE);
        Map<Long, RecordVersion<T>> all = new LinkedHashMap<>();
        for (int i = 0; i < numbers.size(); i += PAGE) {
            all.putAll(load(snapshot, numbers.subList(i, Math.min(i + PAGE, numbers.size()))));
        }
        return all;
    }

    /** Returns the objects as a call sees them, with the computed properties. */
    Map<Long, RecordVersion<T>> visible(Snapshot snapshot, CallContext context, Map<Long, RecordVersion<T>> loaded) {
        if (!codec.isComputed()) {
            return loaded;
        }
        Map<Long, T> objects = new LinkedHashMap<>();
        loaded.forEach((n, version) -> objects.put(n, version.object()));
        Map<Long, RecordVersion<T>> visible = new LinkedHashMap<>();
        type.compute(snapshot, context, objects)
                .forEach((n, object) -> visible.put(n, RecordVersion.of(codec, object)));
        return visible;
    }
}
