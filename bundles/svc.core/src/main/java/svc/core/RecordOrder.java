package svc.core;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query.Order;
import svc.core.RecordOrder.Placed;

/** The order of records: by the steps of a sort, nothing before something, and at last by number. */
final class RecordOrder implements Comparator<Placed> {

    private final List<Step> steps = new ArrayList<>();
    private boolean fixed = true;

    RecordOrder(Map<String, RecordProperty> properties, List<Order> sort) {
        for (Order order : sort) {
            RecordProperty property = properties.get(order.property());
            if (property == null || !property.filterable() || !order.more().isEmpty()) {
                throw new MethodError(
                        "unsupportedSort", "The objects cannot be sorted by " + Words.quoted(order.property()) + ".");
            }
            fixed &= property.immutable();
            steps.add(new Step(order.property(), order.ascending(), Collation.of(order.collation())));
        }
    }

    /** Whether the order depends on nothing that changes. */
    boolean fixed() {
        return fixed;
    }

    private record Step(String property, boolean ascending, Collation collation) {}

    /**
     * An object's number and what it is sorted by.
     *
     * @param n its number
     * @param keys a key for each step: null, a text, a number or a boolean
     */
    record Placed(long n, List<@Nullable Object> keys) {}

    Placed placed(long n, Map<String, @Nullable Object> object) {
        if (steps.isEmpty()) {
            return new Placed(n, List.of());
        }
        List<@Nullable Object> keys = new ArrayList<>(steps.size());
        for (Step step : steps) {
            Object value = object.get(step.property());
            keys.add(value instanceof String text ? step.collation().key(text) : value);
        }
        return new Placed(n, keys);
    }

    @Override
    public int compare(Placed one, Placed other) {
        for (int i = 0; i < steps.size(); i++) {
            int order = values(one.keys().get(i), other.keys().get(i));
            if (order != 0) {
                return steps.get(i).ascending() ? order : -order;
            }
        }
        return Long.compare(one.n(), other.n());
    }

    static int values(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            return one == null ? (other == null ? 0 : -1) : 1;
        }
        if (one instanceof Number number && other instanceof Number second) {
            return decimal(number).compareTo(decimal(second));
        }
        if (one instanceof Boolean truth && other instanceof Boolean second) {
            return truth.compareTo(second);
        }
        return one.toString().compareTo(other.toString());
    }

    private static BigDecimal decimal(Number number) {
        return number instanceof Integer || number instanceof Long
                ? BigDecimal.valueOf(number.longValue())
                : new BigDecimal(number.toString());
    }
}
