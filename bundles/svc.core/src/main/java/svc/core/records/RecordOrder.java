package svc.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Collation;
import svc.api.jmap.MethodError;
import svc.api.jmap.Query.Order;
import svc.core.RecordOrder.Placed;

/** The order of records: by the steps of a sort, nothing before something, and at last by number, in the last step's direction. */
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
            steps.add(new Step(property, order.ascending(), Collation.of(order.collation())));
        }
    }

    /** Whether the order depends on nothing that changes. */
    boolean fixed() {
        return fixed;
    }

    private record Step(RecordProperty property, boolean ascending, Collation collation) {}

    /**
     * An object's number and what it is sorted by.
     *
     * @param n its number
     * @param keys a key for each step
     */
    record Placed(long n, List<byte[]> keys) {}

    Placed placed(long n, Map<String, @Nullable Object> object) {
        if (steps.isEmpty()) {
            return new Placed(n, List.of());
        }
        List<byte[]> keys = new ArrayList<>(steps.size());
        for (Step step : steps) {
            keys.add(step.property().key(object.get(step.property().name()), step.collation()));
        }
        return new Placed(n, keys);
    }

    @Override
    public int compare(Placed one, Placed other) {
        boolean ascending = true;
        for (int i = 0; i < steps.size(); i++) {
            ascending = steps.get(i).ascending();
            int order = Arrays.compareUnsigned(one.keys().get(i), other.keys().get(i));
            if (order != 0) {
                return ascending ? order : -order;
            }
        }
        int last = Long.compare(one.n(), other.n());
        return ascending ? last : -last;
    }
}
