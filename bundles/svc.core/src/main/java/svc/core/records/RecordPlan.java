package svc.core.records;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.query.InMemoryQueryPlan;
import svc.api.jmap.query.Query;
import svc.api.store.Facets;
import svc.api.store.Snapshot;

/** A query plan that scans the records once, a page at a time, and keeps only the numbers of the matches. */
final class RecordPlan extends InMemoryQueryPlan {

    private final String type;
    private final boolean fixed;
    private final boolean byNumber;

    private RecordPlan(String type, boolean fixed, boolean byNumber, long[] numbers) {
        super(numbers);
        this.type = type;
        this.fixed = fixed;
        this.byNumber = byNumber;
    }

    static RecordPlan of(Snapshot snapshot, String type, RecordCodec<?> codec, Query query) {
        RecordFilter filter = new RecordFilter(type, codec);
        RecordFilter.Matcher matcher = query.filter().map(filter::matcher).orElse(object -> true);
        RecordOrder order = new RecordOrder(codec.properties(), query.sort());
        boolean decode = query.filter().isPresent() || !query.sort().isEmpty();
        List<RecordOrder.Placed> found = new ArrayList<>();
        RecordScan.of(snapshot, type, query, filter).forEach(body -> {
            Map<String, @Nullable Object> object = decode ? codec.decode(body.bytes()) : Map.of();
            if (matcher.matches(object)) {
                found.add(order.placed(body.n(), object));
            }
        });
        found.sort(order);
        long[] numbers = found.stream().mapToLong(RecordOrder.Placed::n).toArray();
        return new RecordPlan(
                type, filter.fixed() && order.fixed(), query.sort().isEmpty(), numbers);
    }

    @Override
    public boolean isStable() {
        return fixed;
    }

    @Override
    public boolean wasAfter(long gone, long last) {
        return byNumber && gone > last;
    }

    @Override
    public Map<String, Facets> dependencies() {
        return Map.of(type, Facets.ALL);
    }
}
