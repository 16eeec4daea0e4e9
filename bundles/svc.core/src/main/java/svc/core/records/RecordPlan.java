package svc.core.records;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.query.InMemoryQueryPlan;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.Facets;
import svc.api.store.Snapshot;
import svc.api.store.Visibility;

/** A query plan that reads the records once and keeps only the numbers of the matches. */
final class RecordPlan extends InMemoryQueryPlan {

    private final boolean fixed;
    private final boolean byNumber;
    private final Map<String, Facets> dependencies;

    private RecordPlan(boolean fixed, boolean byNumber, Map<String, Facets> dependencies, long[] numbers) {
        super(numbers);
        this.fixed = fixed;
        this.byNumber = byNumber;
        this.dependencies = dependencies;
    }

    static <T extends Record> RecordPlan of(Snapshot snapshot, RecordModel<T> model, Query query) {
        Predicate<Long> visible =
                visible(model.descriptor().visibility(query.context().reach()));
        RecordFilter filter = new RecordFilter(model);
        Predicate<Map<String, @Nullable Object>> matcher =
                query.filter().map(filter::matcher).orElse(object -> true);
        List<SortComparator> sort = model.sort(query);
        RecordOrder order = new RecordOrder(model.codec().properties(), sort);
        List<RecordOrder.Placed> found = new ArrayList<>();
        BiConsumer<Long, Map<String, @Nullable Object>> reader = (n, object) -> {
            if (visible.test(n) && matcher.test(object)) {
                found.add(order.placed(n, object));
            }
        };
        if (model.isPlain()) {
            boolean decode = query.filter().isPresent() || !sort.isEmpty();
            RecordScan.of(snapshot, model.name(), query, filter)
                    .forEach(body ->
                            reader.accept(body.n(), decode ? model.codec().decode(body.bytes()) : Map.of()));
        } else {
            model.visible(snapshot, query.context(), model.all(snapshot))
                    .forEach((n, version) -> reader.accept(n, version.values()));
        }
        found.sort(order);
        Set<String> names = new HashSet<>(filter.names());
        names.addAll(order.names());
        return new RecordPlan(
                filter.fixed() && order.fixed() && !model.codec().isComputed(),
                sort.isEmpty(),
                Map.of(model.name(), facets(model.descriptor(), names)),
                found.stream().mapToLong(RecordOrder.Placed::n).toArray());
    }

    /** Returns which objects the caller sees; objects in containers are not visible, because records are in none. */
    private static Predicate<Long> visible(Visibility visibility) {
        return visibility instanceof Visibility.All
                ? n -> true
                : visibility instanceof Visibility.Objects some ? some.numbers()::contains : n -> false;
    }

    /** Returns the facets on which the properties depend: the listed facets only if they cover one of them. */
    private static Facets facets(TypeDescriptor descriptor, Set<String> names) {
        boolean listed = descriptor.facets().values().stream().anyMatch(facet -> !Collections.disjoint(facet, names));
        return listed ? Facets.ALL : descriptor.unnamedFacets().orElse(Facets.ALL);
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
        return dependencies;
    }
}
