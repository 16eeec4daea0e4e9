package svc.core;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Collation;
import svc.api.jmap.Query;
import svc.api.jmap.Query.Order;
import svc.api.jmap.QueryPlan;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.Snapshot;
import svc.api.store.Stretch;

/** Answers a query without a filter by walking an index: what it costs depends on what is asked for, not on what is there. */
final class WalkPlan implements QueryPlan {

    private final Snapshot snapshot;
    private final String type;
    private final RecordCodec<?> codec;
    private final Optional<Order> order;

    private WalkPlan(Snapshot snapshot, String type, RecordCodec<?> codec, Optional<Order> order) {
        this.snapshot = snapshot;
        this.type = type;
        this.codec = codec;
        this.order = order;
    }

    /** The plan, if an index has the order that is asked for. */
    static Optional<QueryPlan> of(Snapshot snapshot, String type, RecordCodec<?> codec, Query query) {
        if (query.filter().isPresent() || query.sort().size() > 1) {
            return Optional.empty();
        }
        Optional<Order> order = query.sort().stream().findFirst();
        boolean walks = order.map(step -> indexed(snapshot, type, codec, step)).orElse(true);
        return walks ? Optional.of(new WalkPlan(snapshot, type, codec, order)) : Optional.empty();
    }

    private static boolean indexed(Snapshot snapshot, String type, RecordCodec<?> codec, Order step) {
        RecordProperty property = codec.properties().get(step.property());
        return property != null
                && RecordIndex.covers(property)
                && step.more().isEmpty()
                && Collation.of(step.collation()) == Collation.UNICODE_CASEMAP
                && snapshot.isIndexed(type, step.property());
    }

    @Override
    public long[] ids(int from, int limit) {
        return order.map(step -> snapshot.walk(type, Stretch.whole(step.property()), step.ascending(), from, limit))
                .orElseGet(() -> snapshot.numbers(type, from, limit));
    }

    @Override
    public int total() {
        return snapshot.count(type);
    }

    @Override
    public OptionalInt rank(long n) {
        byte @Nullable [] body = snapshot.body(type, n).orElse(null);
        if (body == null) {
            return OptionalInt.empty();
        }
        if (order.isEmpty()) {
            return OptionalInt.of(snapshot.rank(type, n));
        }
        Order step = order.get();
        byte[] key = Objects.requireNonNull(codec.properties().get(step.property()))
                .key(codec.decode(body).get(step.property()), Collation.UNICODE_CASEMAP);
        IndexEntry entry = new IndexEntry(step.property(), key, n);
        int before = snapshot.rank(type, entry);
        return OptionalInt.of(step.ascending() ? before : total() - 1 - before);
    }

    @Override
    public boolean fixed() {
        return order.map(step -> codec.properties().get(step.property()))
                .map(RecordProperty::immutable)
                .orElse(true);
    }

    @Override
    public boolean behind(long gone, long last) {
        return order.isEmpty() && gone > last;
    }

    @Override
    public Map<String, Facets> reads() {
        return Map.of(type, Facets.ALL);
    }
}
