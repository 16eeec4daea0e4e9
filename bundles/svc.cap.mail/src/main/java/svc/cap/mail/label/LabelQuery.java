package svc.cap.mail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Collation;
import svc.api.jmap.ListedPlan;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query;
import svc.api.jmap.Query.Condition;
import svc.api.jmap.Query.Filter;
import svc.api.jmap.Query.Group;
import svc.api.jmap.Query.Order;
import svc.api.store.Facets;

/** {@code Label/query}: an account has few labels, so all are looked at. For one thread. */
final class LabelPlan extends ListedPlan {

    private static final List<Order> USUAL = List.of(
            new Order(Label.SORT, true, Optional.empty(), Map.of()),
            new Order(Label.NAME, true, Optional.empty(), Map.of()));

    private LabelPlan(long[] found) {
        super(found);
    }

    static LabelPlan of(List<Label> all, Query query) {
        query.filter().ifPresent(LabelPlan::check);
        List<Label> sorted = new ArrayList<>(all);
        sorted.sort(order(query.sort().isEmpty() ? USUAL : query.sort()));
        return new LabelPlan(sorted.stream()
                .filter(label -> Filters.matches(query.filter(), condition -> test(label, condition)))
                .mapToLong(Label::n)
                .toArray());
    }

    /** Also where there is no label. */
    private static void check(Filter filter) {
        if (filter instanceof Group group) {
            group.filters().forEach(LabelPlan::check);
        } else if (filter instanceof Condition condition) {
            condition.members().forEach(LabelPlan::looked);
        }
    }

    private static boolean test(Label label, Condition condition) {
        return condition.members().entrySet().stream()
                .allMatch(member ->
                        Collation.folded(label.core().name()).contains(looked(member.getKey(), member.getValue())));
    }

    private static String looked(String name, @Nullable Object value) {
        if (!name.equals(Label.NAME)) {
            throw new MethodError("unsupportedFilter", "The only condition of labels is name.");
        }
        if (value instanceof String text) {
            return Collation.folded(text);
        }
        throw MethodError.invalidArguments("The condition name looks for a text.");
    }

    private static Comparator<Label> order(List<Order> sort) {
        Comparator<Label> order = (unused, unusedToo) -> 0;
        for (Order step : sort) {
            Comparator<Label> by = by(step);
            order = order.thenComparing(step.ascending() ? by : by.reversed());
        }
        return order.thenComparingLong(Label::n);
    }

    private static Comparator<Label> by(Order step) {
        return switch (step.property()) {
            case Label.SORT -> Comparator.comparingInt(label -> label.core().sort());
            case Label.NAME -> {
                Collation collation = Collation.of(step.collation());
                yield Comparator.comparing(label -> collation.key(label.core().name()));
            }
            default -> throw new MethodError("unsupportedSort", "Labels are sorted by sortOrder and name.");
        };
    }

    @Override
    public Map<String, Facets> reads() {
        return Map.of(Label.TYPE, Facets.ALL);
    }
}
