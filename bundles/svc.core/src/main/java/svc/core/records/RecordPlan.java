package svc.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.ListedPlan;
import svc.api.jmap.Query;
import svc.api.store.Facets;
import svc.api.store.Snapshot;

/** Answers a query over records by looking at each of them once, a page at a time; only the numbers are kept. */
final class RecordPlan extends ListedPlan {

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
        RecordPages.of(snapshot, type, query, filter).forEach(body -> {
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
    public boolean fixed() {
        return fixed;
    }

    @Override
    public boolean behind(long gone, long last) {
        return byNumber && gone > last;
    }

    @Override
    public Map<String, Facets> reads() {
        return Map.of(type, Facets.ALL);
    }
}
