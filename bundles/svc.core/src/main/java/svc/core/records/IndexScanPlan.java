package svc.core.records;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.jmap.query.QueryPlan;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.KeyRange;
import svc.api.store.Snapshot;

/**
 * A query plan for a query without a filter, which scans an index. The cost of the plan depends on the requested part
 * of the results, not on the number of objects.
 */
final class IndexScanPlan implements QueryPlan {

    private final Snapshot snapshot;
    private final String type;
    private final RecordCodec<?> codec;
    private final Optional<SortComparator> order;

    private IndexScanPlan(Snapshot snapshot, String type, RecordCodec<?> codec, Optional<SortComparator> order) {
        this.snapshot = snapshot;
        this.type = type;
        this.codec = codec;
        this.order = order;
    }

    /**
     * Returns the plan; empty if the query has a filter or no index has the requested order.
     *
     * @param indexed the properties whose index is complete
     */
    static Optional<QueryPlan> of(Snapshot snapshot, RecordModel<?> model, Query query, List<String> indexed) {
        if (query.filter().isPresent() || model.sort(query).size() > 1) {
            return Optional.empty();
        }
        Optional<SortComparator> order = model.sort(query).stream().findFirst();
        return order.map(step -> isOrderOf(indexed, step)).orElse(true)
                ? Optional.of(new IndexScanPlan(snapshot, model.name(), model.codec(), order))
                : Optional.empty();
    }

    private static boolean isOrderOf(List<String> indexed, SortComparator step) {
        return indexed.contains(step.property())
                && step.extraArguments().isEmpty()
                && Collation.of(step.collation()) == Collation.UNICODE_CASEMAP;
    }

    @Override
    public long[] ids(int from, int limit) {
        return order.map(step -> snapshot.scanIndex(type, KeyRange.all(step.property()), step.ascending(), from, limit))
                .orElseGet(() -> snapshot.numbers(type, from, limit));
    }

    @Override
    public int total() {
        return snapshot.count(type);
    }

    @Override
    public OptionalInt position(long n) {
        byte @Nullable [] body = snapshot.body(type, n).orElse(null);
        if (body == null) {
            return OptionalInt.empty();
        }
        if (order.isEmpty()) {
            return OptionalInt.of(snapshot.rank(type, n));
        }
        SortComparator step = order.get();
        byte[] key = Objects.requireNonNull(codec.properties().get(step.property()))
                .key(codec.decode(body).get(step.property()), Collation.UNICODE_CASEMAP);
        IndexEntry entry = new IndexEntry(step.property(), key, n);
        int before = snapshot.rank(type, entry);
        return OptionalInt.of(step.ascending() ? before : total() - 1 - before);
    }

    @Override
    public boolean isStable() {
        return order.map(step -> codec.properties().get(step.property()))
                .map(RecordProperty::isImmutable)
                .orElse(true);
    }

    @Override
    public boolean wasAfter(long gone, long last) {
        return order.isEmpty() && gone > last;
    }

    @Override
    public Map<String, Facets> dependencies() {
        return Map.of(type, Facets.ALL);
    }
}
