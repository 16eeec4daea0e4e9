package svc.core.records;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Collation;
import svc.api.jmap.query.Query.SortComparator;
import svc.core.objects.Quoting;
import svc.core.records.RecordOrder.Placed;

/**
 * The sort order of records: by the comparators of a query, with null first. Equal records are ordered by number, in
 * the direction of the last comparator.
 */
final class RecordOrder implements Comparator<Placed> {

    private final List<Step> steps = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private boolean fixed = true;

    RecordOrder(Map<String, RecordProperty> properties, List<SortComparator> sort) {
        for (SortComparator order : sort) {
            RecordProperty property = properties.get(order.property());
            if (property == null
                    || property.filterable().isEmpty()
                    || !order.extraArguments().isEmpty()) {
                throw new MethodError(
                        "unsupportedSort", "The objects cannot be sorted by " + Quoting.quoted(order.property()) + ".");
            }
            fixed &= property.isImmutable();
            names.add(property.name());
            steps.add(new Step(property, order.ascending(), Collation.of(order.collation())));
        }
    }

    /** Returns whether the order uses immutable properties only. */
    boolean fixed() {
        return fixed;
    }

    /** Returns the names of the properties that are compared. */
    Set<String> names() {
        return names;
    }

    private record Step(RecordProperty property, boolean ascending, Collation collation) {}

    /**
     * An object with its sort keys.
     *
     * @param n the number of the object
     * @param keys one key per comparator
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
