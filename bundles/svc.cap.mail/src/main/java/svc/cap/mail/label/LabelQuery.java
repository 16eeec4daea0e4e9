package svc.cap.mail.label;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.InMemoryQueryPlan;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.store.Facets;

/** {@code Label/query}. It evaluates all labels in memory, because an account has only few labels. Not thread-safe. */
final class LabelQuery extends InMemoryQueryPlan {

    private static final List<SortComparator> USUAL = List.of(
            new SortComparator(Label.SORT, true, Optional.empty(), Map.of()),
            new SortComparator(Label.NAME, true, Optional.empty(), Map.of()));

    private LabelQuery(long[] found) {
        super(found);
    }

    static LabelQuery of(List<Label> all, Query query) {
        Predicate<Label> filter = query.filter()
                .map(one -> one.<Label>toPredicate((name, value) -> {
                    String part = searchName(name, value);
                    return label -> Collation.folded(label.core().name()).contains(part);
                }))
                .orElse(label -> true);
        List<Label> sorted = new ArrayList<>(all);
        sorted.sort(order(query.sort().isEmpty() ? USUAL : query.sort()));
        return new LabelQuery(sorted.stream().filter(filter).mapToLong(Label::n).toArray());
    }

    private static String searchName(String name, @Nullable Object value) {
        if (!name.equals(Label.NAME)) {
            throw new MethodError("unsupportedFilter", "The only filter condition for labels is name.");
        }
        if (value instanceof String text) {
            return Collation.folded(text);
        }
        throw MethodError.invalidArguments("The filter condition name must be a string.");
    }

    private static Comparator<Label> order(List<SortComparator> sort) {
        Comparator<Label> order = (unused, unusedToo) -> 0;
        for (SortComparator step : sort) {
            Comparator<Label> by = comparator(step);
            order = order.thenComparing(step.ascending() ? by : by.reversed());
        }
        return order.thenComparingLong(Label::n);
    }

    private static Comparator<Label> comparator(SortComparator step) {
        return switch (step.property()) {
            case Label.SORT -> Comparator.comparingInt(label -> label.core().sort());
            case Label.NAME -> {
                Collation collation = Collation.of(step.collation());
                yield Comparator.comparing(label -> collation.key(label.core().name()));
            }
            default -> throw new MethodError("unsupportedSort", "Labels can be sorted by sortOrder and name only.");
        };
    }

    @Override
    public Map<String, Facets> dependencies() {
        return Map.of(Label.TYPE, Facets.ALL);
    }
}
